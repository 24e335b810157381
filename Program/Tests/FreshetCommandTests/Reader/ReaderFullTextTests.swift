import Catalog
import FeedStore
import Feeds
import Testing

@testable import FreshetCommand

@Suite("The full text of an item in the reader") struct ReaderFullTextTests {
    private let feed: Feed
    private var scene: ReaderScene

    init() throws {
        feed = try #require(FeedCatalog.all.feed(FeedKey("web/https%3A%2F%2Fa.example%2Ffeed")))
        scene = ReaderScene()
        follow(FollowSettings())
    }

    private mutating func follow(_ settings: FollowSettings) {
        scene.send(
            .following([FollowedFeed(feed: feed, settings: settings)], UnreadCounts(total: 1, byFeed: [feed.key: 1])))
        let item = scene.item("1", in: feed) { $0.text = "<p>The beginning</p>" }
        scene.send(.listed(.unread, .of([item])))
        _ = scene.takeEffects()
    }

    private var requests: [FullTextRequest] {
        scene.effects.compactMap { if case .fullText(let request) = $0 { request } else { nil } }
    }

    private func shows(_ words: String) -> Bool { scene.screen.contains { $0.contains(words) } }

    private func found(_ markup: String?, byline: String? = nil, isCut: Bool = false) -> ReaderAction {
        let article = markup.map { FullText.Article(byline: byline, markup: $0, isCut: isCut) }
        let text = FullText(
            address: "https://a.example/1", fetchedAt: scene.now, article: article,
            doubt: markup == nil ? "paywall" : nil)
        return .fullText(ItemKey(scope: feed.description.scope, id: "1"), .found(text))
    }

    @Test("The full text is looked up in the store when an item is opened, and requested with a key")
    mutating func key() {
        scene.type("<enter>")
        #expect(requests == [FullTextRequest(feed: feed, id: "1", loads: false)])
        #expect(shows("Press t to load the full text.") && shows("The beginning"))
        _ = scene.takeEffects()
        scene.type("t")
        #expect(requests == [FullTextRequest(feed: feed, id: "1")] && shows("Loading the full text…"))
        scene.type("t")
        #expect(requests.count == 1)
        scene.send(found("<p>All of it</p>", byline: "Ada"))
        #expect(shows("All of it") && !shows("The beginning") && shows("The full text of the item's page, by Ada."))
        _ = scene.takeEffects()
        scene.type("t")
        #expect(requests.isEmpty && scene.status.hasPrefix("This is the full text."))
    }

    @Test("The full text is requested from the list, which opens the item")
    mutating func list() {
        scene.type("t")
        #expect(requests == [FullTextRequest(feed: feed, id: "1")] && scene.state.focus == .item)
    }

    @Test("The full text is shown whole if it is long, and reported if its end is missing")
    mutating func cut() {
        scene.type("t")
        let long = String(repeating: "<p>tide</p>", count: 8_000)
        scene.send(found(long + "<p>The last line</p>", byline: "Ada", isCut: true))
        scene.type("G")
        #expect(shows("The last line") && shows("page, by Ada, cut because it is too long."))
    }

    @Test("The full text is requested when an item is opened, if the feed's settings require that")
    mutating func always() {
        follow(FollowSettings(loadsFullTexts: true))
        scene.type("<enter>")
        #expect(requests == [FullTextRequest(feed: feed, id: "1", loads: true)])
    }

    @Test("A doubtful or failed full text leaves the feed's text with the reason, and can be tried again")
    mutating func doubt() {
        scene.type("t")
        scene.send(found(nil))
        #expect(shows("The beginning") && shows("readers without a subscription") && shows("Press t to try again."))
        _ = scene.takeEffects()
        scene.type("t")
        #expect(requests == [FullTextRequest(feed: feed, id: "1", again: true)])
        scene.send(.fullText(ItemKey(scope: feed.description.scope, id: "1"), .failed("a.example doesn't respond.")))
        #expect(shows("Can't load the full text. a.example doesn't respond. Press t to try again."))
    }

    @Test("The full text of an item that was closed isn't shown")
    mutating func late() {
        scene.type("<enter><esc>")
        scene.send(found("<p>All of it</p>"))
        #expect(!shows("All of it"))
    }

    @Test("The full text isn't offered for kinds of feeds without pages, nor offline")
    mutating func unavailable() throws {
        var offline = ReaderScene(isOffline: true)
        offline.send(.listed(.unread, .of([offline.item("1", in: feed)])))
        offline.type("t")
        #expect(offline.status.hasPrefix("Can't load the full text: --offline makes no requests."))
        var other = try ReaderScene.following()
        other.type("<enter>t")
        #expect(other.status.hasPrefix("The full text can be loaded only for items of web feeds"))
    }

    @Test("Loading the full text is a setting of a followed web feed")
    mutating func setting() {
        scene.type("e<tab><tab><tab>")
        #expect(shows("Full text") && scene.state.overlay != nil)
        scene.type("y<enter>")
        let settings = FollowSettings(
            name: "", folder: "", interval: .seconds(0), loadsFullTexts: true, stories: .joined)
        #expect(scene.takeEffects() == [.change(feed, settings)])
    }
}
