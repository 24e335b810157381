import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("The home page") struct HomeTests {
    /// Follows feeds of the given numbers of items, each a day older than the last, and waits until they are stored.
    private func follow(_ feeds: [(name: String, folder: String, days: [Int])], _ server: RunningServer) async throws {
        for feed in feeds {
            let items = feed.days.map { day in
                let date = server.control.now.addingTimeInterval(-86_400 * Double(day)).formatted(.iso8601)
                return
                    "<entry><id>\(feed.name)-\(day)</id><title>\(feed.name) \(day)</title><updated>\(date)</updated></entry>"
            }
            let body = "<feed xmlns='http://www.w3.org/2005/Atom'><title>\(feed.name)</title>\(items.joined())</feed>"
            let headers = ["Content-Type": "application/atom+xml"]
            server.control.fail("/web/\(feed.name)/feed", with: .status(200, headers: headers, body: body))
            let address = "\(server.scene.sample.webURL)/\(feed.name)/feed"
                .addingPercentEncoding(withAllowedCharacters: .alphanumerics)
            let path = try #require(
                await server.post("/follow", "address=\(address ?? "")&folder=\(feed.folder)").headers["location"])
            #expect(await server.ask("/api" + path).json["status"] as? String == "fresh")
        }
    }

    /// The titles of the rows in each section, by its id; those of the newest items under `home-newest`.
    private func sections(_ server: RunningServer) async -> [String: [String]] {
        let page = await server.ask("/").text
        let parts = page.components(separatedBy: "<section ").dropFirst().map { part in
            let id = part.firstMatch(of: /(?:id|aria-labelledby)="(home-[^"]+)"/).map { String($0.1) } ?? "pane"
            let titles = part.matches(of: /<p class="title">.*?<bdi>([^<]+)<\/bdi>/).map { String($0.1) }
            return (id, titles)
        }
        return Dictionary(parts) { $0 + $1 }
    }

    @Test("Home shows the newest unread items, those of quiet feeds, and others by folder, each once")
    func all() async throws {
        try await RunningServer.run { server in
            try await follow(
                [
                    ("busy", "Work", Array(1...20)), ("daily", "Work", Array(1...20)), ("quiet", "Home", [25]),
                    ("loud", "", Array(1...20)), ("old", "Home", Array(3...20)),
                ], server)
            let sections = await sections(server)
            #expect(sections["home-newest"]?.count == 12)
            #expect(sections["home-rare"] == ["quiet 25"])
            #expect(sections["home-folder-Work"]?.count == 5 && sections["home-folder-Home"]?.count == 5)
            let all = sections.values.joined()
            #expect(Set(all).count == all.count)
        }
    }

    @Test("Home shows the latest items once all are read")
    func read() async throws {
        try await RunningServer.run { server in
            try await follow([("busy", "", [1, 2, 3])], server)
            _ = await server.post("/marks", "mark=read&all=true")
            let (sections, page) = (await sections(server), await server.ask("/").text)
            #expect(sections["home-newest"] == [] && sections["home-latest"] == ["busy 1", "busy 2", "busy 3"])
            #expect(page.contains("All caught up"))
        }
    }

    @Test("Home asks no upstream for a reader who follows nothing, and leads to feeds")
    func nothing() async throws {
        try await RunningServer.run { server in
            let page = await server.ask("/").text
            #expect(page.contains("What do you want to follow?") && page.contains("href=\"/news/top\""))
            try await server.expectNothingAsked()
        }
    }

    @Test("A list opens the item that its address names, beside its other items")
    func open() async throws {
        try await RunningServer.run { server in
            try await follow([("busy", "Work", [1, 2, 3])], server)
            let path = try #require(await server.ask("/").text.firstMatch(of: /data-item="([^"]+busy-2)"/)).1
            let name =
                path.replacing("&amp;", with: "&").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            for list in ["/?", "/unread?", "/unread?folder=Work&", "/search?q=busy&"] {
                let page = await server.ask("\(list)open=\(name)").text
                #expect(page.contains(/<main id="main" class="feed [a-z]+ has-item"/), "\(list)")
                #expect(page.contains(/<h2 id="item-title" tabindex="-1">(<bdi>)+busy 2</), "\(list)")
                #expect(page.matches(of: /<li class="row/).count == 3, "\(list)")
            }
            #expect(await server.ask("/unread?open=%2Fnowhere").status == 400)
            let gone = await server.ask("/unread?open=\(name)x")
            #expect(gone.status == 200 && !gone.text.contains("has-item"))
        }
    }
}
