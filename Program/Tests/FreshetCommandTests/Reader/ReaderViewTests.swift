import Catalog
import FeedStore
import Feeds
import Foundation
import Testing
import WebText

@testable import FreshetCommand

@Suite("The reader's screen")
struct ReaderViewTests {
    @Test("The reader's screen has three panes if there is room")
    func three() throws {
        let scene = try ReaderScene.following()
        #expect(scene.screen[0].hasPrefix(">Unread"))
        #expect(scene.screen[1].contains("│>●"))
        #expect(scene.screen[0].split(separator: "│").count == 3)
        #expect(
            scene.status.hasPrefix("Unread · 3 unread stories · octo/harbor")
                && scene.status.hasSuffix("1/3  ? keys · q quit"))
    }

    @Test("The reader's screen has the feeds beside the list on 80 columns, and the item alone")
    func two() throws {
        var scene = try ReaderScene.following(columns: 80)
        #expect(scene.screen[1].contains("First push") && scene.screen[1].contains("Saved"))
        scene.type("<enter>")
        #expect(scene.screen[0] == " First push" && !scene.screen[1].contains("│"))
    }

    @Test("The reader's screen has one pane on 40 columns")
    func one() throws {
        var scene = try ReaderScene.following(columns: 40, rows: 12)
        #expect(scene.screen[1].contains("First push") && !scene.screen[0].contains("Unread"))
        scene.type("<esc>")
        #expect(scene.screen[0].hasPrefix(">Unread") && !scene.screen[1].contains("First push"))
    }

    @Test(
        "The reader's screen is drawn at any size without a crash, and never wider",
        arguments: [(0, 0), (1, 1), (5, 2), (40, 12), (69, 3), (70, 24), (139, 9), (140, 24), (200, 60), (300, 100)])
    func sizes(columns: Int, rows: Int) throws {
        var scene = try ReaderScene.following(columns: columns, rows: rows)
        for keys in ["", "<enter>", "jjk<pgdn>", "?", "jj<esc>", "f", "x<esc>", "<esc><esc>", "jjjjG", "/a", "<esc>"] {
            scene.type(keys)
            #expect(scene.screen.count == rows && scene.screen.allSatisfy { $0.columns <= columns })
        }
    }

    @Test("Width goes to titles first, then to feed names from 80 columns on, then to points and comments")
    func titles() throws {
        let stories = try #require(ReaderScene.stories)
        let title = "A story with a title of sixty-nine characters, as many stories have it"
        func screen(_ columns: Int) -> [String] {
            var scene = ReaderScene(columns: columns, rows: 36)
            let story = scene.item("2", in: stories, title: title) {
                $0.measures = [
                    .init("points", 312, unit: .init("point", "points")),
                    .init("comments", 87, unit: .init("comment", "comments")),
                ]
                $0.lead = .measure
            }
            scene.send(.listed(.unread, .of([story])))
            return scene.screen
        }
        #expect(screen(120)[1].contains("2m  Top stories  312  A story with a title of sixty-nine characters, as"))
        #expect(screen(80)[0].contains("FEED") && screen(80)[1].contains("A story with a title of sixty-nine"))
        #expect(screen(80)[0].contains("WHEN"))
        #expect(screen(200)[0].contains("WHEN  FEED") && screen(200)[1].contains("312    87  A story with"))
    }

    @Test(
        "The reader leaves room for titles at every width, also beside a preview",
        arguments: [(80, 36), (110, 55), (120, 55), (139, 55), (140, 54), (160, 55), (200, 60)])
    func titleColumns(columns: Int, least: Int) throws {
        let stories = try #require(ReaderScene.stories)
        var scene = ReaderScene(columns: columns)
        let title = String(repeating: "x", count: 100)
        let story = scene.item("2", in: stories, title: title) {
            $0.measures = [.init("points", 312, unit: .init("point", "points"))]
            $0.lead = .measure
        }
        scene.send(.listed(.unread, .of([story])))
        let panes = scene.screen[1].split(separator: "│")
        #expect(panes.count == (columns < 140 ? 2 : 3))
        let shown = panes[1].count { $0 == "x" || $0 == "…" }
        #expect(shown >= least)
    }

    @Test("The reader distinguishes repositories of one owner, and names them whole once titles have room")
    func feedNames() throws {
        func rows(_ columns: Int) throws -> [String] {
            var scene = ReaderScene(columns: columns)
            let items = try ["harbor", "busy"].enumerated().map { number, name in
                let feed = try #require(FeedCatalog.all.feed(FeedKey("github/octo-sample/\(name)")))
                return scene.item("\(number)", in: feed, title: String(repeating: "x", count: 100))
            }
            scene.send(.listed(.unread, .of(items)))
            return scene.screen
        }
        let (wide, narrow) = (try rows(200), try rows(140))
        #expect(wide[1].contains(" octo-sample/harbor ") && wide[2].contains(" octo-sample/busy "))
        for columns in [70, 80, 110] {
            let rows = try rows(columns)
            #expect(rows[1].contains("/harbor  x") && rows[2].contains("/busy  x"), "\(rows)")
        }
        #expect(narrow[1].contains("/harbor  x") && narrow[2].contains("/busy  x"))
    }

    @Test("The reader's screen names the feeds of items before dates and points at 80 columns")
    func feedsBeforePoints() throws {
        var scene = ReaderScene(columns: 80)
        let items = try ["arbor", "house"].enumerated().map { number, name in
            let feed = try #require(FeedCatalog.all.feed(FeedKey("github/octo/\(name)")))
            return scene.item("\(number)", in: feed, title: String(repeating: "x", count: 100)) {
                $0.lead = .measure
                $0.measures = [.init("points", 1_234, unit: .init("point", "points"))]
            }
        }
        scene.send(.listed(.unread, .of(items)))
        #expect(scene.screen[1].contains("octo/arbor") && scene.screen[2].contains("octo/house"))
    }

    @Test("The reader's screen keeps the ends of names in the list of feeds")
    func feedsPane() throws {
        var scene = ReaderScene(columns: 80)
        let feeds = try ["arbor", "house"].map { name in
            FollowedFeed(feed: try #require(FeedCatalog.all.feed(FeedKey("github/the-octopus-organization/\(name)"))))
        }
        scene.send(.following(feeds, UnreadCounts(total: 0, byFeed: [:])))
        let pane = scene.screen.map { $0.split(separator: "│")[0] }
        #expect(pane.contains { $0.contains("/arbor") } && pane.contains { $0.contains("/house") })
    }

    @Test(
        "The reader's list begins with the whole reason why its feed couldn't be refreshed", arguments: [44, 80, 160])
    func reason(columns: Int) throws {
        let feed = try #require(ReaderScene.stories)
        var scene = ReaderScene(columns: columns, rows: 24, source: .feed(feed))
        let reason = "feeds.example.org:8443 responded 503 Service Unavailable for /a/long/path/of/the/feed.xml"
        let error = FeedError(kind: "status", message: reason, retryAt: scene.now + 3_600)
        let items = (1...30).map { scene.item("\($0)", in: feed, title: "Story \($0)").shown }
        scene.send(.feed(feed, FeedState(items: items, freshness: .stale(error), fetchedAt: scene.now - 60)))
        let pane = scene.screen.dropLast().map {
            $0.split(separator: "│", omittingEmptySubsequences: false)[columns < 70 ? 0 : 1]
        }
        let first = try #require(pane.firstIndex { $0.contains("Story 1") })
        let words = pane[..<(first - 1)].map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        #expect(words.hasPrefix(reason + ". Try again after ") && pane[first - 1].contains("TITLE"), "\(pane)")
        // The last item can still be reached, by keys and by the mouse.
        scene.type("G")
        #expect(scene.screen.contains { $0.contains("Story 30") && $0.contains(">") })
        scene.type("g")
        let position = Screen.Position(row: first + 2, column: columns < 70 ? 10 : columns / 3)
        scene.send(.input(.mouse(.press, position)))
        #expect(scene.state.list.selected?.shown.entry.id == "3")
    }

    @Test("The reader shows why a feed without items couldn't be refreshed, and the next attempt")
    func reasonAlone() throws {
        let feed = try #require(ReaderScene.stories)
        var scene = ReaderScene(columns: 80, source: .feed(feed))
        let error = FeedError(kind: "status", message: "It failed", retryAt: scene.now + 3_600)
        scene.send(.feed(feed, FeedState(items: [], freshness: .stale(error))))
        #expect(scene.screen[0].contains("It failed. Try again after "))
    }

    @Test("The reader's screen widens the pane in use")
    func widths() throws {
        var scene = try ReaderScene.following()
        let list = try #require(scene.state.layout.list?.width), item = try #require(scene.state.layout.item?.width)
        #expect(list > item && item >= 36)
        scene.type("<enter>")
        #expect(scene.state.layout.list?.width == item && scene.state.layout.item?.width == list)
    }

    @Test("The reader's screen fits the terminal's size when it changes, and keeps the selection")
    func resized() throws {
        var scene = try ReaderScene.following()
        scene.type("jj")
        let state = scene.state.resized(TerminalSize(columns: 50, rows: 3))
        #expect(ReaderView(state).screen.text.contains { $0.hasPrefix(">●") && $0.contains("Second push") })
    }

    @Test(
        "The reader's screen never shows control characters of an upstream",
        arguments: ["\u{1B}[31mred", "a\u{7}b", "\u{202E}x", "\u{9B}2J"])
    func controls(text: String) throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene()
        let item = scene.item("1", in: feed, title: text) {
            $0.text =
                "<p>\(text)</p><pre>\(text)</pre><table><tr><td>\(text)</td></tr></table><a href=\"https://x.example/\(text)\">\(text)</a>"
            $0.source = text
            $0.author = .init(name: text)
        }
        scene.send(.listed(.unread, .of([item])))
        scene.send(.notice(text))
        var renderer = ScreenRenderer(.plain)
        let shown = scene.screen.joined()
        #expect(shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(!shown.unicodeScalars.contains("\u{202E}"))
        #expect(!renderer.renderAll(ReaderView(scene.state).screen).contains("\u{1B}[31m"))
    }

    @Test("The reader's screen explains how to begin if nothing is followed")
    func introduction() {
        var scene = ReaderScene()
        scene.send(.listed(.unread, .of([])))
        #expect(scene.screen.contains { $0.contains("You don't follow any feeds yet.") })
    }

    @Test("The reader's screen shows the newest states of a feed that is watched alone, in full width")
    func alone() throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene(columns: 100, alone: feed)
        #expect(scene.screen[0].contains("Loading from GitHub…"))
        let items = [scene.item("1", in: feed, title: "First push").shown]
        scene.send(.feed(feed, FeedState(items: items, freshness: .fresh, fetchedAt: scene.now)))
        #expect(scene.screen[1].hasPrefix(">●") && scene.screen[1].contains("First push"))
        #expect(scene.status.hasPrefix("octo/harbor · fresh, just now · 1 unread"))
        scene.type("<esc>f")
        #expect(scene.state.focus == .list && scene.state.overlay == nil)
    }

    @Test("The reader's screen names the feeds that couldn't be refreshed, and marks them")
    func failures() throws {
        let (repository, stories) = (try #require(ReaderScene.repository), try #require(ReaderScene.stories))
        var scene = try ReaderScene.following(columns: 100)
        try scene.follow(failed: [repository.key, stories.key])
        #expect(scene.status.hasPrefix("Unread · 3 unread stories · 2 feeds couldn't be refreshed"))
        #expect(scene.screen.count { $0.split(separator: "│")[0].contains(" ! ") } == 2)
        try scene.follow(failed: [repository.key])
        #expect(scene.status.hasPrefix("Unread · 3 unread stories · octo/harbor couldn't be refreshed"))
        try scene.follow()
        #expect(!scene.status.contains("couldn't") && !scene.screen.contains { $0.contains(" ! ") })
    }

    @Test("The reader's screen gives a long notice the whole of its last row")
    func notice() throws {
        var scene = try ReaderScene.following(columns: 80)
        scene.send(.notice("Short."))
        #expect(scene.status.hasPrefix("Short. ") && scene.status.hasSuffix("? keys · q quit"))
        let words = String(repeating: "0123456789", count: 8)
        scene.send(.notice(words))
        #expect(scene.status == words)
    }

    @Test("The reader's screen reports that all items are muted")
    func muted() throws {
        let feed = try #require(FeedCatalog.all.feed(FeedKey("news/item/7")))
        var scene = ReaderScene(alone: feed)
        scene.send(.feed(feed, FeedState(mutedCount: 27, freshness: .fresh)))
        #expect(scene.screen[0].contains("All 27 items are muted."))
    }

    @Test("The reader's screen reports why a feed has nothing to show")
    func failure() throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene(alone: feed)
        scene.send(
            .feed(feed, FeedState(freshness: .stale(FeedError(kind: "notFound", message: "No such repository")))))
        #expect(scene.screen[0].contains("No such repository."))
    }
}
