import Catalog
import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import SampleUpstreams
import Testing
import UpstreamTestSupport

@testable import FreshetCommand

@Suite("The rule that R suggests")
struct SuggestedRuleTests {
    /// Expects that the rule suggested for each item of a feed matches it.
    private func expectMatches(
        _ feed: Feed, atLeast count: Int = 1, in environment: FeedEnvironment
    ) async throws {
        var items: [ListedItems.Item] = []
        for try await state in feed.load(FeedRequest(limit: 30), in: environment).values {
            items = state.items.map { ListedItems.Item(shown: $0, feed: feed) }
        }
        #expect(items.count >= count, "\(feed.key)")
        for item in items {
            let rule = item.suggestedRule
            let matches = try environment.test(environment.rule(rule), shown: .max).items.items.map(\.key)
            #expect(matches.contains(item.key), "\(rule)")
        }
    }

    private func withEnvironment(_ body: (SampleUpstreams, FeedEnvironment) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "freshet-tests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let upstreams = try await SampleUpstreams.start(.init())
        let store = try FeedStore(
            at: folder.appending(path: "freshet.sqlite"),
            options: .init(isDiscussion: FeedCatalog.all.isDiscussion, measureKinds: FeedCatalog.all.measureKinds))
        let environment = FeedEnvironment(
            catalog: .all, store: store, transport: HTTPClient(configuration: .init(userAgent: "FreshetCommandTests")),
            addresses: upstreams.addresses)
        do { try await body(upstreams, environment) } catch {
            await upstreams.stop()
            throw error
        }
        await upstreams.stop()
    }

    @Test(
        "The suggested rule matches the selected item of each upstream",
        arguments: [
            "github/octo-sample/harbor", "github/trending/swift", "github/repositories", "news/top", "news/jobs",
            "planet", "planet/wildfires", "quakes/day/2.5",
        ])
    func upstreams(_ path: String) async throws {
        let feed = try #require(FeedCatalog.all.feed(FeedKey(path)))
        try await withEnvironment { try await expectMatches(feed, in: $1) }
    }

    @Test("The suggested rule matches the selected item of a web feed")
    func web() async throws {
        try await withEnvironment { upstreams, environment in
            let address = upstreams.webURL.absoluteString + "/harbor/feed.xml"
            try await expectMatches(try #require(environment.catalog.feed(pasted: address)), in: environment)
        }
    }

    @Test("The suggested rule matches an item whose author has any signs in the name")
    func signs() async throws {
        let names = [
            "Jo\"hn", "Ann \"The Fox\" Lee", "„Ann“ Lee", "“Ann”", "[bot] deploy", "github-actions[bot]", "kind:note",
            "https://a.example/ann", "/ann/", "-ann", "ann*", "Ann (Sea: News)", "Ⓐ", "①", "é", "🦊 fox", "🦊", "\"",
            "a\\b", "Jo\u{A0}Ann", "o'Neil", "李 明", "mute ann", "in:news", "“”", "Jo-Ann", "‚Ann‘", "«Ann»",
        ]
        let items = names.enumerated().map { index, name in
            ["id": "\(index)", "title": "A note", "authors": [["name": name]]] as [String: Any]
        }
        let feed: [String: Any] = ["version": "https://jsonfeed.org/version/1.1", "title": "Signs", "items": items]
        let body = String(decoding: try JSONSerialization.data(withJSONObject: feed), as: UTF8.self)
        try await withEnvironment { upstreams, environment in
            upstreams.control.fail("/web/signs/feed.json", with: .status(200, body: body))
            let address = upstreams.webURL.absoluteString + "/signs/feed.json"
            let feed = try #require(environment.catalog.feed(pasted: address))
            try await expectMatches(feed, atLeast: names.count, in: environment)
        }
    }
}
