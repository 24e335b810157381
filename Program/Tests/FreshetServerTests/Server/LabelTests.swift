import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("Labels on a server") struct LabelTests {
    /// The path of a feed's page, and the ids of its first items.
    private func items(_ server: RunningServer) async throws -> (path: String, ids: [String]) {
        let path = "/github/octo-sample/harbor"
        _ = await server.settled(path)
        let items = try #require(await server.ask("/api" + path).json["items"] as? [[String: Any]])
        return (path, items.compactMap { $0["id"] as? String })
    }

    private func labels(_ server: RunningServer, _ path: String) async -> [[String]] {
        (await server.ask("/api" + path).json["items"] as? [[String: Any]] ?? []).map {
            $0["labels"] as? [String] ?? ["missing"]
        }
    }

    @Test("Labels are added and removed by forms, and shown on rows, items and lists of their own")
    func forms() async throws {
        try await RunningServer.run { server in
            let (path, ids) = try await items(server)
            let fields = "scope=github&id=\(ids[0])"
            let added = await server.post("/labels", "\(fields)&add=To+read&add=Node.json&return=\(path)")
            #expect(added.status == 303 && added.headers["location"] == path)
            #expect(await labels(server, path).prefix(2) == [["Node.json", "To read"], []])
            let page = await server.settled(path).text
            #expect(page.contains("<span class=\"labels\"><a class=\"label\" href=\"/label/Node%2Ejson\">"))
            let item = await server.ask("\(path)?item=\(ids[0])").text
            #expect(item.contains("aria-label=\"Remove the label To read\"") && item.contains("list=\"known-labels\""))
            for list in ["/label/Node%2Ejson", "/label/to%20READ"] {
                let reply = await server.ask(list)
                #expect(reply.status == 200 && reply.text.contains("data-id=\"\(ids[0])\""), "\(list)")
                #expect(!reply.text.contains("data-id=\"\(ids[1])\""), "\(list)")
            }
            #expect(await labels(server, "/label/to%20read") == [["Node.json", "To read"]])
            #expect(await server.post("/labels", "\(fields)&remove=to+read").status == 303)
            #expect(await labels(server, path).first == ["Node.json"])
            let empty = await server.ask("/label/Nothing")
            #expect(empty.status == 200 && empty.text.contains("Nothing has this label."))
        }
    }

    @Test("Labels are listed, renamed and removed")
    func manage() async throws {
        try await RunningServer.run { server in
            let (_, ids) = try await items(server)
            #expect(await server.ask("/labels").text.contains("No labels yet."))
            _ = await server.post("/labels", "scope=github&id=\(ids[0])&id=\(ids[1])&add=Tea")
            #expect(await server.post("/labels", "rename=tea&to=Coffee").status == 303)
            let listed = await server.ask("/api/labels").json["labels"] as? [[String: Any]]
            #expect(listed?.map { $0["name"] as? String } == ["Coffee"] && listed?.first?["items"] as? Int == 2)
            #expect(await server.ask("/labels").text.contains("href=\"/label/Coffee\""))
            #expect(await server.post("/labels", "delete=coffee").status == 303)
            #expect((await server.ask("/api/labels").json["labels"] as? [Any])?.isEmpty == true)
        }
    }

    @Test("Labels are changed by programs, which get the changed items, or the reason for a refusal")
    func programs() async throws {
        try await RunningServer.run { server in
            let (path, ids) = try await items(server)
            func change(_ fields: String) async -> Reply {
                await server.post("/labels", fields, ["Accept": "application/json"])
            }
            let changed = await change("feed=\(path)&id=\(ids[0])&id=unknown&add=Tea").json["changed"]
            #expect((changed as? [[String: String]])?.map { $0["id"] } == [ids[0]])
            for (fields, status, reason) in [
                ("scope=github&id=\(ids[0])", 400, "Give the labels to add"),
                ("add=Tea&id=1", 400, "Give the items' scope"),
                ("scope=github&add=Tea", 400, "Give 1 to 1,000 item ids"),
                ("scope=github&id=\(ids[0])&add=a%0Ab", 400, "can't be the name of a label"),
                ("rename=Tea", 400, "Give the new name"), ("rename=None&to=x", 404, "There is no label “None”."),
                ("delete=None", 404, "There is no label “None”."), ("rename=Tea&to=%22", 400, "can't be the name"),
            ] {
                let reply = await change(fields)
                #expect(reply.status == status && reply.text.contains(reason), "\(fields) \(reply.text)")
            }
            let many = (0..<20).map { "add=\($0)" }.joined(separator: "&")
            #expect(await change("scope=github&id=\(ids[0])&\(many)").text.contains("at most 20 labels"))
            #expect(await labels(server, path).first == ["Tea"])
        }
    }

    @Test("Labels that change reach pages that are open")
    func live() async throws {
        try await RunningServer.run { server in
            let (path, ids) = try await items(server)
            let client = server.follow(path)
            #expect(await client.event { !$0.data.isEmpty } != nil)
            _ = await server.post("/labels", "scope=github&id=\(ids[0])&add=Harbors+and+tea")
            #expect(await client.event { $0.data.contains("Harbors%20and%20tea") } != nil)
        }
    }
}
