import Catalog
import FeedStore
import Feeds
import Foundation
import Testing

@testable import FreshetCommand

@Suite("The reader's list")
struct ReaderListTests {
    @Test("The reader's list jumps to its last item, and loads only the items around it")
    func window() throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene()
        let first = (0..<300).map { scene.item("\($0)", in: feed) }
        scene.send(.listed(.unread, ListedItems(items: first, total: 50_000)))
        scene.type("G")
        #expect(scene.status.contains("50000/50000"))
        let wanted = scene.state.list.wanted
        #expect(wanted.positions.contains(49_999) && wanted.count <= 300)
        let last = wanted.positions.map { scene.item("\($0)", in: feed, title: "Item \($0)") }
        scene.send(.listed(.unread, ListedItems(items: last, total: 50_000), in: wanted))
        #expect(scene.screen.contains { $0.contains("Item 49999") } && scene.state.list.items.count <= 300)
        #expect(scene.state.list.selected?.shown.entry.id == "49999")
    }

    @Test("The reader's list loads items ahead of the selection", arguments: ["<pgdn>", "j"])
    func ahead(key: String) throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene()
        for _ in 0..<700 {
            let wanted = scene.state.list.wanted
            let part = wanted.positions.clamped(to: 0..<2_000).map { scene.item("\($0)", in: feed) }
            scene.send(.listed(.unread, ListedItems(items: part, total: 2_000), in: wanted))
            #expect(scene.state.list.selected != nil)
            scene.type(key)
        }
        #expect(scene.state.list.window.cursor == (key == "j" ? 700 : 1_999))
    }

    @Test("The reader's list keeps showing a mark that isn't stored yet")
    func pending() throws {
        var scene = try ReaderScene.following()
        let items = scene.state.list.items
        scene.type("m")
        scene.send(.listed(.unread, .of(items)))
        #expect(scene.state.list.items[0].shown.isUnread == false)
        scene.send(.marked([items[0].key], changed: [items[0].key], .read, isUndoable: true))
        scene.send(.listed(.unread, .of(items)))
        #expect(scene.state.list.items[0].shown.isUnread)
    }

    @Test("The reader's list loses a folder that is gone")
    func membersUnfollowed() throws {
        let stories = try #require(ReaderScene.stories)
        var folder = ReaderScene(source: .folder("Work"))
        try folder.follow()
        #expect(folder.state.list.source == .folder("Work"))
        folder.send(.following([FollowedFeed(feed: stories)], UnreadCounts()))
        #expect(folder.state.list.source == .unread && folder.state.sidebar.selected == .unread)
    }

    @Test("The reader's list reports that nothing is stored where no request is made")
    func offline() throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene(alone: feed, isOffline: true)
        scene.send(.feed(feed, FeedState(items: [], freshness: .stored)))
        #expect(scene.screen.contains { $0.contains("Nothing is stored. Without --offline, this feed is fetched.") })
    }

    @Test("The reader's list loads further items of its upstream with its last line")
    func more() throws {
        let feed = try #require(ReaderScene.stories)
        var scene = ReaderScene(source: .feed(feed))
        func show(_ count: Int, hasMore: Bool) {
            let items = (0..<count).map { scene.item("\($0)", in: feed).shown }
            scene.send(
                .feed(feed, FeedState(items: items, total: count, freshness: .fresh), in: .first, hasMore: hasMore))
        }
        show(30, hasMore: true)
        scene.type("G")
        #expect(scene.screen.contains { $0.contains("… Enter loads 50 more") } && scene.status.contains("30/30"))
        #expect(scene.state.list.limit == 30 && scene.state.list.selected == nil)
        scene.type("<enter>")
        #expect(scene.state.list.limit == 80 && scene.screen.contains { $0.contains("… Loading") })
        show(80, hasMore: false)
        #expect(scene.state.list.selected?.shown.entry.id == "30")
        scene.type("G")
        #expect(scene.state.list.selected?.shown.entry.id == "79" && !scene.screen.contains { $0.contains("more") })
    }

    @Test(
        "The reader's list requests the configured number of items, up to the feed's maximum", arguments: [5, 90, 900])
    func configured(limit: Int) throws {
        let feed = try #require(ReaderScene.stories)
        let state = ReaderState(
            .all, source: .feed(feed), limit: limit, size: TerminalSize(columns: 80, rows: 24),
            clock: Clock(now: Date(timeIntervalSince1970: 0), place: .utc))
        #expect(state.list.limit == min(limit, 500))
    }

    @Test("The reader's list names feeds by the user's names, also after a change")
    func names() throws {
        var scene = try ReaderScene.following(columns: 80)
        let stories = try #require(ReaderScene.stories)
        #expect(scene.screen.contains { $0.contains("A story") })
        let named = FollowedFeed(feed: stories, settings: FollowSettings(name: "Morning"))
        scene.send(.following([named], UnreadCounts(total: 1, byFeed: [stories.key: 1])))
        let row = try #require(scene.screen.first { $0.contains("A story") })
        #expect(row.contains("Morning"))
        scene.type("j<enter>")
        #expect(scene.screen.contains { $0.hasPrefix(" Morning ·") })
    }

    @Test("The reader's list never selects the line of the last visit")
    func dividers() throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene(alone: feed)
        let items = [1, 2, 600].map { scene.item("\($0)", in: feed).shown }
        scene.send(.feed(feed, FeedState(items: items, freshness: .fresh, lastVisitAt: scene.now - 3600)))
        #expect(scene.screen.contains { $0.contains("↑ Since your last visit, 1 h ago") })
        scene.type("jj")
        #expect(scene.state.list.selected?.shown.entry.id == "600")
        scene.type("k")
        #expect(scene.state.list.selected?.shown.entry.id == "2")
    }

    @Test(
        "The reader's list has no line of the last visit in another order than the newest first",
        arguments: ItemOrder.allCases)
    func sorted(order: ItemOrder) throws {
        let feed = try #require(ReaderScene.repository)
        let scene = ReaderScene(alone: feed)
        var list = ListPane(.feed(feed), order: order, names: [:], limit: 50)
        let items = [1, 2, 600].map { scene.item("\($0)", in: feed).shown }
        let state = FeedState(items: items, freshness: .fresh, lastVisitAt: scene.now - 3600)
        list.show(state, in: .first, scene.state.clock, height: 20)
        let rows = list.lines(height: 20).map { if case .item(let index) = $0 { index } else { nil as Int? } }
        #expect(rows == (order == .newest ? [0, 1, nil, 2] : [0, 1, 2]))
    }

    @Test("The reader's list starts with a feed, and selects its row when it turns out to be followed")
    func start() throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene(source: .feed(feed))
        #expect(scene.state.sidebar.selected == .feed(feed))
        try scene.follow()
        #expect(scene.state.sidebar.selected == .feed(feed) && scene.screen.contains { $0.hasPrefix(">  octo/harbor") })
        #expect(scene.state.sidebar.rows.count { $0.source == .feed(feed) } == 1)
        scene.type("<esc>kk")
        #expect(scene.state.list.source == ReaderScene.stories.map { .feed($0) })
    }

    @Test("A feed that was just followed or opened has its list and a row of its own")
    func guest() throws {
        let feed = try #require(FeedCatalog.all.feed(FeedKey("github/octo/lighthouse")))
        var scene = try ReaderScene.following()
        scene.send(.followed(.followed(feed, title: "octo/lighthouse", isNew: true)))
        #expect(scene.state.sidebar.selected == .feed(feed))
        #expect(scene.screen.contains { $0.hasPrefix(">octo/lighthouse") })
        try scene.follow()
        scene.type("hl")
        #expect(scene.state.list.source == .feed(feed) && scene.state.sidebar.selected == .feed(feed))
        scene.type("hkj")
        #expect(scene.state.list.source == .feed(feed))
    }

    @Test("The reader's list stays that of a feed that another process unfollows")
    func unfollowed() throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene(source: .feed(feed))
        try scene.follow()
        scene.send(.following([], UnreadCounts()))
        #expect(scene.state.sidebar.selected == .feed(feed) && scene.state.list.source == .feed(feed))
    }

    @Test("The mouse selects and scrolls the reader's list, and a second press opens")
    func mouse() throws {
        var scene = try ReaderScene.following()
        let list = try #require(scene.state.layout.list)
        scene.send(.input(.mouse(.press, .init(row: 2, column: list.column + 4))))
        #expect(scene.state.list.selected?.shown.entry.id == "2")
        scene.send(.input(.mouse(.press, .init(row: 2, column: list.column + 4))))
        #expect(scene.state.focus == .item)
        scene.send(.input(.mouse(.press, .init(row: 1, column: 3))))
        #expect(scene.state.focus == .feeds && scene.state.list.source == .saved)
        scene.send(.input(.mouse(.wheelDown, .init(row: 1, column: list.column + 4))))
        #expect(scene.state.focus == .feeds)
    }
}
