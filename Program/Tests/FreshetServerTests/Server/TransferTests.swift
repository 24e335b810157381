import FeedStore
import Feeds
import Foundation
import Testing

@testable import FreshetServer

@Suite("Export and import") struct TransferTests {
    private static let json = ["Accept": "application/json"]

    @Test("An export of followed feeds is a JSON or OPML file")
    func export() async throws {
        try await RunningServer.run { server in
            _ = await server.post("/follow", "address=octo-sample/harbor&folder=Code")
            let document = await server.ask("/export.json")
            #expect(document.headers["content-disposition"] == "attachment; filename=\"freshet.json\"")
            let follows = document.json["follows"] as? [[String: Any]]
            #expect(follows?.map { $0["feed"] as? String } == ["github/octo-sample/harbor"])
            let list = await server.ask("/export.opml")
            #expect(list.headers["content-type"] == "text/x-opml; charset=utf-8")
            #expect(list.text.contains("xmlUrl=\"https://github.com/octo-sample/harbor\""))
        }
    }

    @Test("An uploaded file is imported, and the result is shown beside the followed feeds")
    func form() async throws {
        try await RunningServer.run { server in
            let opml = """
                <opml version="2.0"><body><outline xmlUrl="https://github.com/octo-sample/harbor"/>\
                <outline xmlUrl="not an address" text="x"/></body></opml>
                """
            let body = [
                "--b1", "Content-Disposition: form-data; name=\"note\"", "", "hello", "--b1",
                "Content-Disposition: form-data; name=\"file\"; filename=\"feeds.opml\"", "Content-Type: text/xml", "",
                opml, "--b1--", "",
            ].joined(separator: "\r\n")
            let page = await server.post("/import", body, ["Content-Type": "multipart/form-data; boundary=b1"])
            #expect(page.status == 200 && page.text.contains("1 added, 0 already existed, 1 refused."))
            #expect(server.followed == ["octo-sample/harbor"])
        }
    }

    @Test("A request's body is imported, for programs")
    func body() async throws {
        try await RunningServer.run { server in
            let document = #"{"version":1,"follows":[{"feed":"news/top"},{"feed":"no/such"}]}"#
            let reply = await server.post(
                "/import", document, Self.json.merging(["Content-Type": "application/json"]) { $1 })
            #expect(reply.status == 200 && reply.json["added"] as? Int == 1 && reply.json["refused"] as? Int == 1)
        }
    }

    @Test("An import may have megabytes")
    func large() async throws {
        try await RunningServer.run { server in
            let document = #"{"version":1,"follows":[{"feed":"news/top"}]}"# + String(repeating: " ", count: 3 << 20)
            let reply = await server.post(
                "/import", document, Self.json.merging(["Content-Type": "application/json"]) { $1 })
            #expect(reply.status == 200 && reply.json["added"] as? Int == 1)
        }
    }

    @Test(
        "An import rejects files that it can't read, and changes nothing",
        arguments: [
            "hello", "--b1\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\nhello\r\n--b1--",
        ])
    func unreadable(_ body: String) async throws {
        try await RunningServer.run { server in
            let type = body.hasPrefix("--") ? "multipart/form-data; boundary=b1" : "text/plain"
            let reply = await server.post("/import", body, ["Content-Type": type])
            #expect(reply.status == 400 && reply.text.contains("neither a Freshet export nor OPML"))
            #expect(server.followed == [])
        }
    }

    @Test("Feeds with passwords are named by the export, and those that need them by the import")
    func passwords() async throws {
        try await RunningServer.run { server in
            let without = await server.ask("/following")
            #expect(!without.text.contains("Passwords aren't exported"))
            let marked =
                #"{"version":1,"follows":[{"feed":"web/https%3A%2F%2Fa.example%2Ffeed","needsPassword":true}]}"#
            let page = await server.post("/import", marked, ["Content-Type": "application/json"])
            #expect(page.status == 200 && page.text.contains("https://USER:PASSWORD@a.example/feed"))
            let opml = """
                <opml version="2.0"><body><outline text="Quay" xmlUrl="https://reader:s3cret@quay.example/feed"/></body></opml>
                """
            let reply = await server.post(
                "/import", opml, Self.json.merging(["Content-Type": "text/x-opml"]) { $1 })
            #expect((reply.json["passwordsNeeded"] as? [Any])?.isEmpty == true)
            let following = await server.ask("/following")
            #expect(
                following.text.contains("1 feed needs its password again: Quay.") && !following.text.contains("s3cret"))
        }
    }

    @Test("The page of followed feeds has their settings and errors")
    func following() async throws {
        try await RunningServer.run { server in
            _ = await server.post("/follow", "address=octo-sample/harbor&name=The+harbor&folder=Sea&interval=2h")
            let page = await server.ask("/following")
            for words in ["The harbor", "Sea", "2h", "https://github.com/octo-sample/harbor", "/export.opml"] {
                #expect(page.text.contains(words))
            }
        }
    }
}
