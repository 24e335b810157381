import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("The pictures and icons that programs get") struct AppPictureTests {
    private static let token = "a program's token that nobody else could guess"
    private static let gif = "GIF89a" + String(repeating: "-", count: 1000)
    private static let picture = "/web/pictures/1"
    /// What a program sends to be admitted, which isn't sent with requests for pictures.
    private static let admitted = ["Authorization": basic("admin", token)]

    /// A server where everybody signs in, and which follows a feed with a picture, a picture that counts readers, and an icon.
    private func run(
        limit: Int = 1 << 20, publicURL: String? = nil, _ body: (RunningServer, Feed) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "app-pictures-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let configure: (inout ServerOptions) -> Void = {
            ($0.cacheFolder, $0.pictureLimit, $0.token, $0.publicURL) = (folder, limit, Self.token, publicURL)
        }
        try await RunningServer.run(configure) { server in
            let site = "\(server.scene.sample.webURL)/shown"
            let markup = """
                <img src='\(Self.picture)' alt='A boat'><img src='/web/pictures/2' width='1' height='1'>\
                <img src='https://pixel.wp.com/b.gif'>
                """
            let feed = """
                {"version":"https://jsonfeed.org/version/1.1","title":"J","home_page_url":"\(site)/home","icon":"\(site)/own.gif",\
                "items":[{"id":"1","title":"Boats","content_html":"\(markup)"}]}
                """
            serve("/web/shown/feed", feed, type: "application/feed+json", in: server)
            serve(Self.picture, Self.gif, type: "image/gif", in: server)
            serve("/web/shown/own.gif", Self.gif, type: "image/gif", in: server)
            let shown = try #require(server.scene.environment.catalog.feed(pasted: site + "/feed"))
            try server.scene.environment.follow(shown, FollowSettings(folder: "Sea"))
            _ = try await server.scene.state(shown)
            try await body(server, shown)
        }
    }

    private func serve(_ path: String, _ body: String, type: String, in server: RunningServer) {
        server.control.fail(path, with: .status(200, headers: ["Content-Type": type], body: body))
    }

    /// The response to a program that signs in, without what JSON, XML and attributes escape.
    private func text(_ path: String, _ server: RunningServer, _ headers: [String: String] = [:]) async -> String {
        let reply = await server.ask(path, "GET", Self.admitted.merging(headers) { $1 })
        #expect(reply.status == 200, "\(path)")
        return reply.text.replacing("\\\"", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&amp;", with: "&").replacing("&amp;", with: "&").replacing("&quot;", with: "\"")
            .replacing("&#34;", with: "\"")
    }

    /// The addresses of the pictures in a text.
    private func pictures(_ text: String) -> [String] {
        text.matches(of: /<img src="([^"]+)"/).map { String($0.1) }
    }

    private func path(_ address: String, _ server: RunningServer) -> String {
        address.replacing("http://127.0.0.1:\(server.port)", with: "")
    }

    /// The paths of documents and feeds that have the item.
    private func documents(_ feed: Feed, _ server: RunningServer) async throws -> [String] {
        let store = server.scene.environment.store
        let secret = try store.addFeedSecret(.make(), at: server.scene.environment.now()).secret.text
        let lists = ["unread", "folder/Sea", "search"].flatMap { list in
            [".atom", ".json"].map { "/feeds/\(secret)/\(list)\($0)" + (list == "search" ? "?q=boats" : "") }
        }
        let rule = "/api/rules?rule=mark%20boats"
        return ["/api" + feed.address, "/api/unread", "/api/search?q=boats", rule, feed.address + ".atom"]
            + [feed.address + ".json", "/reader/api/0/stream/contents", "/v1/entries", "/fever/?api&items"]
            + ["/reader/atom/reading-list"] + lists
    }

    @Test("Pictures in documents and feeds have this server's address, except those that count readers")
    func documents() async throws {
        try await run { server, feed in
            for document in try await documents(feed, server) {
                let isPersonal = document.hasPrefix("/feeds/")
                let shown = pictures(await text(document, server))
                try #require(!shown.isEmpty, "\(document)")
                for address in shown {
                    #expect(address.hasPrefix("http://127.0.0.1:\(server.port)/pictures/"), "\(document)")
                    #expect(address.contains("pictures%2F1") && address.contains("feed=") != isPersonal)
                    let reply = await server.ask(path(address, server))
                    #expect(reply.status == 200, "\(document)")
                }
            }
            #expect(server.control.requests(to: "/web/pictures/2").isEmpty)
        }
    }

    @Test("Pictures need neither a cookie nor a password, and are sent to apps that are pages of other sites")
    func open() async throws {
        try await run { server, feed in
            let address = try #require(pictures(await text("/v1/entries", server)).first)
            let picture = path(address, server)
            for headers in [[:], ["Sec-Fetch-Site": "cross-site"], ["Origin": "null"], ["Cookie": "freshet=x"]] {
                let reply = await server.ask(picture, "GET", headers)
                #expect(reply.status == 200 && reply.text == Self.gif)
                #expect(reply.headers["cross-origin-resource-policy"] == "cross-origin")
                #expect(reply.headers["content-security-policy"] == "default-src 'none'; sandbox")
            }
            let signature = try #require(picture.firstMatch(of: /pictures\/([0-9a-f]{32})/)).1
            for forged in [
                picture.replacing(signature, with: String(signature.reversed())), picture + "1",
                picture.replacing(/feed=[^&]+&/, with: ""), picture.replacing("feed=web", with: "feed=news"),
            ] { #expect(await server.ask(forged).status == 404, "\(forged)") }
            // Nothing else is open to other sites, nor to programs without a password.
            #expect(await server.ask("/v1/entries").status == 401)
            #expect(await server.ask(feed.address, "GET", ["Sec-Fetch-Site": "cross-site"]).status == 403)
        }
    }

    @Test("Pictures at a list's address, which doesn't name the feeds, reach no private network")
    func privateNetwork() async throws {
        try await run { server, feed in
            let list = try #require(try await documents(feed, server).last)
            let address = try #require(pictures(await text(list, server)).first)
            #expect(await server.ask(path(address, server)).status == 502)
            #expect(server.control.requests(to: Self.picture).isEmpty)
        }
    }

    @Test("Pictures for programs have the server's public address where one is set")
    func publicURL() async throws {
        try await run(publicURL: "https://feeds.example.org") { server, feed in
            for document in try await documents(feed, server) {
                let shown = pictures(await text(document, server))
                #expect(!shown.isEmpty && shown.allSatisfy { $0.hasPrefix("https://feeds.example.org/pictures/") })
            }
            let list = await text("/reader/api/0/subscription/list", server)
            #expect(list.contains(/"iconUrl":"https:\/\/feeds\.example\.org\/icons\//))
        }
    }

    @Test("Pictures for programs stay links where pictures are off")
    func off() async throws {
        try await run(limit: 0) { server, feed in
            for document in try await documents(feed, server) {
                let text = await text(document, server)
                #expect(pictures(text).isEmpty && text.contains(">Image: A boat</a>"), "\(document)")
            }
        }
    }

    @Test("Pictures in events have this server's address as well")
    func events() async throws {
        try await run { server, feed in
            let path = "/api" + feed.address
            let events = Wire(server.port)
            events.send(
                "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAccept: text/event-stream\r\n"
                    + "Authorization: \(basic("admin", Self.token))\r\n\r\n")
            let state = try #require(await events.event { $0.name == "state" && $0.data.contains("Boats") })
            let items = try #require(state.json["items"] as? [[String: Any]])
            let content = try #require(items.first?["content"] as? String)
            #expect(pictures(content).first?.hasPrefix("http://127.0.0.1:\(server.port)/pictures/") == true)
        }
    }

    @Test("Icons of feeds for programs have the form of each protocol and need no password")
    func icons() async throws {
        try await run { server, feed in
            let list = await text("/reader/api/0/subscription/list", server)
            let address = try #require(list.firstMatch(of: /"iconUrl":"([^"]+)"/)).1
            #expect(address.hasPrefix("http://127.0.0.1:\(server.port)/icons/"))
            let icon = path(String(address), server)
            let id = try #require(try server.scene.environment.store.subscriptions().first).id
            let data = "\"data\":\"image/gif;base64," + Data(Self.gif.utf8).base64EncodedString() + "\""
            // An app may be the first one to ask: the icon is fetched then.
            for path in ["/v1/feeds/\(id)/icon", "/v1/icons/\(id)"] {
                try await waits { await server.ask(path, "GET", Self.admitted).text.contains(data) }
            }
            try await waits { await server.ask("/fever/?api&favicons", "GET", Self.admitted).text.contains(data) }
            for headers in [[:], ["Sec-Fetch-Site": "cross-site"]] {
                let reply = await server.ask(icon, "GET", headers)
                #expect(reply.status == 200 && reply.text == Self.gif)
                #expect(reply.headers["cross-origin-resource-policy"] == "cross-origin")
            }
            #expect(await server.ask(icon.replacing("feed=web", with: "feed=news")).status == 404)
        }
    }
}
