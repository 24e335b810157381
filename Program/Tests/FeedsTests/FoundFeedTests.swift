import FeedStore
import Feeds
import Foundation
import Freshet
import SampleUpstreams
import Testing
import WebFeeds

@Suite("A web feed that a reader follows") struct FoundFeedTests {
    private static let json =
        #"{"version":"https://jsonfeed.org/version/1","title":"J","items":[{"id":"1","title":"a"}]}"#

    private func serve(_ path: String, _ body: String, type: String = "text/html", in scene: Scene) {
        scene.control.fail(path, with: .status(200, headers: ["Content-Type": type], body: body))
    }

    @Test("A followed web feed is requested once, and so is a page that names it", arguments: ["feed.xml", ""])
    func once(file: String) async throws {
        try await Scene.run { scene in
            let feed = try #require(try await scene.resolved(scene.site("harbor", file)))
            #expect(scene.paths == (file.isEmpty ? ["/web/harbor/"] : []) + ["/web/harbor/feed.xml"])
            #expect(try scene.store.snapshot(of: feed.key, order: .newest, limit: nil).items.count == 20)
        }
    }

    @Test("A followed web feed is found among a page's links to JSON, if the page names no other")
    func jsonLinks() async throws {
        try await Scene.run { scene in
            let links = ["api", "missing/", "feed"].map { "<link rel=alternate type=application/json href=/web/\($0)>" }
            serve("/web/page", links.joined(), in: scene)
            serve("/web/api", #"{"id":2}"#, type: "application/json", in: scene)
            serve("/web/feed", Self.json, type: "application/json", in: scene)
            let feed = try #require(try await scene.resolved(scene.site("page", "")))
            #expect(feed.path[1] == "\(scene.sample.webURL)/feed")
            #expect(scene.paths == ["/web/page/", "/web/api", "/web/missing/", "/web/feed"])
            serve("/web/page", links.prefix(2).joined(), in: scene)
            let error = await #expect(throws: FeedError.self) { _ = try await scene.resolved(scene.site("page", "x")) }
            #expect(error?.kind == "noFeed")
        }
    }

    @Test("A followed web feed is one follow under its old address and its new one", arguments: [true, false])
    func movedForGood(oldFirst: Bool) async throws {
        try await Scene.run { scene in
            let (old, new) = (scene.site("moved"), scene.site("harbor"))
            let (first, second) = oldFirst ? (old, new) : (new, old)
            let environment = scene.environment()
            try environment.follow(try #require(try await scene.resolved(first)))
            #expect(try await scene.resolved(second) == first.feed)
            #expect(try await scene.resolved(second) == first.feed)
            #expect(try environment.unfollow(second.feed) != nil)
            #expect(try environment.followed().isEmpty)
        }
    }

    @Test("A followed web feed that answers once isn't counted twice")
    func counted() async throws {
        try await Scene.run { scene in
            _ = try await scene.resolved(scene.site("harbor"))
            #expect(scene.paths.count == 1)
            #expect(try scene.store.ledger().map(\.requests) == [1])
        }
    }

    @Test("A followed web feed is the same under each form of its address")
    func forms() async throws {
        try await Scene.run { scene in
            let host = "127.0.0.1:\(scene.sample.port)/web/harbor/feed.xml"
            for form in ["http://\(host)", "feed://\(host)", "feed:http://\(host)", "<http://\(host)>", host] {
                guard case .feed(let feed) = try await scene.environment().resolve(form).value else {
                    Issue.record("\(form) is no feed")
                    continue
                }
                #expect(feed == scene.site("harbor").feed)
            }
            #expect(scene.paths.count == 1)
        }
    }

    @Test(
        "A followed web feed has a scheme, also if nobody typed it",
        arguments: [
            ("localhost:8080/x", "http://localhost:8080/x"), ("127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
            ("example.org:8080/x", "https://example.org:8080/x"), ("example.org", "https://example.org/"),
            ("https://example.org/été%20x", "https://example.org/%C3%A9t%C3%A9%20x"),
        ])
    func scheme(typed: String, address: String) {
        #expect(SiteFeed(pasted: typed)?.address.absoluteString == address)
    }

    @Test("A followed web feed keeps its address if a page is there for a while")
    func pageForAWhile() async throws {
        try await Scene.run { scene in
            let site = scene.site("harbor")
            try await site.last()
            let page = "<link rel=alternate type=application/rss+xml href=/web/harbor/comments>"
            serve("/web/harbor/feed.xml", page, in: scene)
            scene.advance(86_400)
            let state = try await site.last()
            let error = try #require(state.freshness.error)
            #expect(error.message.contains("sent a web page instead of its feed") && error.remedy == .tryLater)
            #expect(state.title == "Harbor Notes" && state.items.count == 20)
            scene.control.clear()
            scene.advance(86_400)
            #expect(try await site.last().freshness == .fresh)
            #expect(scene.paths == Array(repeating: "/web/harbor/feed.xml", count: 3))
        }
    }

    @Test("A followed web feed is requested at its own address if a reader follows that while another serves it")
    func ownAddress() async throws {
        try await Scene.run { scene in
            let site = scene.site("harbor")
            serve("/web/harbor/feed.xml", "<link rel=alternate type=application/rss+xml href=atom.xml>", in: scene)
            try await site.last()
            try scene.environment().follow(site.feed)
            scene.control.clear()
            scene.advance(86_400)
            #expect(try await scene.resolved(site) == site.feed)
            scene.advance(86_400)
            try await site.last()
            let (feed, atom) = ("/web/harbor/feed.xml", "/web/harbor/atom.xml")
            #expect(scene.paths == [feed, atom, feed, feed])
        }
    }
}
