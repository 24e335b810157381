import FeedStore
import Feeds
import Foundation
import Freshet
import SampleUpstreams
import Testing
import WebFeeds

@Suite("The full text of an item") struct FullTextTests {
    private static let prose = (1...6).map { number in
        "<p>In part \(number) the keepers wrote down what the tide had left, and they did so with care, because nobody else would.</p>"
    }.joined()

    private func serve(_ path: String, _ body: String, type: String = "text/html", in scene: Scene) {
        scene.control.fail(path, with: .status(200, headers: ["Content-Type": type], body: body))
    }

    /// An item of a feed with one item that links `link`.
    private func item(_ link: String, in scene: Scene, _ environment: FeedEnvironment) async throws -> ListedItems.Item
    {
        let feed = """
            {"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"1","url":"\(link)","content_html":"<p>The beginning</p>"}]}
            """
        serve("/web/part/feed.json", feed, type: "application/feed+json", in: scene)
        let site = scene.site("part", "feed.json")
        _ = try await site.last()
        return try #require(try environment.item("1", of: site.feed))
    }

    @Test("A full text is fetched once, and kept with the item")
    func once() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let item = try await item("/web/page.html", in: scene, environment)
            serve(
                "/web/page.html", "<h1>Tides</h1><main>\(Self.prose)</main>", type: "text/html; charset=utf-8",
                in: scene)
            #expect(try environment.storedFullText(of: item) == nil)
            let text = try await environment.fullText(of: item).value
            #expect(text.article?.markup.contains("In part 6") == true && text.remark == nil)
            #expect(try environment.storedFullText(of: item) == text)
            #expect(try await environment.fullText(of: item).value == text)
            #expect(scene.paths.count { $0 == "/web/page.html" } == 1)
            _ = try await environment.fullText(of: item, again: true).value
            #expect(scene.paths.count { $0 == "/web/page.html" } == 2)
        }
    }

    @Test("A request for a full text is recorded in the ledger under its site")
    func ledger() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let item = try await item("/web/page.html", in: scene, environment)
            serve("/web/page.html", "<main>\(Self.prose)</main>", in: scene)
            _ = try await environment.fullText(of: item).value
            let urls = try scene.store.ledger().map(\.endpoint.url)
            #expect(urls.contains("http://127.0.0.1:\(scene.sample.port)/"))
            #expect(!urls.contains { $0.hasSuffix("page.html") })
        }
    }

    @Test("A full text is doubtful if the page has no certain article, and the page isn't requested again")
    func doubt() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let item = try await item("/web/page.html", in: scene, environment)
            serve("/web/page.html", "<p>Nothing here", in: scene)
            for _ in 0..<2 {
                let text = try await environment.fullText(of: item).value
                #expect(text.article == nil && text.remark?.contains("no article") == true)
            }
            #expect(scene.paths.count { $0 == "/web/page.html" } == 1)
        }
    }

    @Test("A full text is not fetched from a private network unless a person gave the feed's address there")
    func privateNetwork() async throws {
        try await Scene.run { scene in
            var environment = scene.environment()
            let item = try await item("/web/page.html", in: scene, environment)
            serve("/web/page.html", "<main>\(Self.prose)</main>", in: scene)
            environment.trustsUnfollowed = false
            await #expect(throws: (any Error).self) { _ = try await environment.fullText(of: item).value }
            #expect(!scene.paths.contains("/web/page.html"))
            _ = try scene.store.follow(
                item.feed.key, path: item.feed.key.rawValue, FollowSettings(), at: environment.now())
            #expect(try await environment.fullText(of: item).value.article != nil)
        }
    }

    @Test(
        "A full text is not fetched from a private address other than the feed's",
        arguments: ["http://127.0.0.1:1/x", "http://localhost:80/", "http://10.0.0.1/x"])
    func otherAddress(_ link: String) async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let item = try await item(link, in: scene, environment)
            let error = await #expect(throws: (any Error).self) { _ = try await environment.fullText(of: item).value }
            #expect(error.map { FeedError($0).kind } == "refusedAddress", "\(String(describing: error))")
        }
    }

    @Test("A full text isn't taken from files that are no pages")
    func files() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let item = try await item("/web/page.html", in: scene, environment)
            serve("/web/page.html", "%PDF", type: "application/pdf", in: scene)
            let error = await #expect(throws: FeedError.self) { _ = try await environment.fullText(of: item).value }
            #expect(error?.kind == "noFullText")
            #expect(try environment.storedFullText(of: item) == nil)
        }
    }

    @Test("A request for a full text waits as long as its host asked")
    func refused() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let item = try await item("/web/page.html", in: scene, environment)
            scene.control.fail("/web/page.html", with: .status(429, headers: ["Retry-After": "600"], body: ""))
            for _ in 0..<2 {
                await #expect(throws: (any Error).self) { _ = try await environment.fullText(of: item).value }
            }
            #expect(scene.paths.count { $0 == "/web/page.html" } == 1)
        }
    }
}
