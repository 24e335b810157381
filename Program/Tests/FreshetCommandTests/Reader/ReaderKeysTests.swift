import Catalog
import FeedStore
import Feeds
import Foundation
import Search
import Testing

@testable import FreshetCommand

@Suite("The reader's keys")
struct ReaderKeysTests {
    @Test("The reader's keys select rows, and stop at both ends")
    func moving() throws {
        var scene = try ReaderScene.following()
        #expect(scene.state.list.selected?.shown.entry.id == "1")
        scene.type("j<down>jj")
        #expect(scene.state.list.selected?.shown.entry.id == "3")
        scene.type("gk")
        #expect(scene.state.list.selected?.shown.entry.id == "1")
        scene.type("G")
        #expect(scene.state.list.selected?.shown.entry.id == "3")
    }

    @Test("The reader's keys open an item in place and mark it as read immediately")
    func opening() throws {
        var scene = try ReaderScene.following()
        scene.type("<enter>")
        #expect(scene.state.focus == .item && scene.state.list.selected?.shown.isUnread == false)
        #expect(scene.takeEffects() == [.mark([ItemKey(scope: "github", id: "1")], .read, isUndoable: false)])
        #expect(scene.state.sidebar.rows.first?.unread == 2)
        scene.type("<esc>")
        #expect(scene.state.focus == .list && !scene.state.article.isOpen)
    }

    @Test("The reader's keys open pages in the browser, and copy links")
    func links() throws {
        var scene = try ReaderScene.following()
        scene.type("y")
        #expect(scene.takeEffects() == [.copy("https://a.example/1")] && scene.status.contains("Link copied"))
        scene.type("o")
        #expect(scene.takeEffects().first == .browse("https://a.example/1"))
        scene.type("c")
        #expect(scene.takeEffects() == [] && scene.status.contains("no discussion"))
    }

    @Test("The reader's keys open an item's numbered links, with a second digit if there are many")
    func numberedLinks() throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene()
        let html = (1...12).map { "<a href=\"https://l.example/\($0)\">link</a>" }.joined(separator: " ")
        scene.send(.listed(.unread, .of([scene.item("1", in: feed) { $0.text = html }])))
        scene.type("<enter>")
        _ = scene.takeEffects()
        scene.type("3")
        #expect(scene.takeEffects() == [.browse("https://l.example/3")])
        scene.type("1")
        #expect(scene.status.hasPrefix("Open link 1"))
        scene.type("2")
        #expect(scene.takeEffects() == [.browse("https://l.example/12")])
        scene.type("1<enter>")
        #expect(scene.takeEffects() == [.browse("https://l.example/1")])
    }

    @Test(
        "The reader's keys redraw the screen, also while a line is typed, and keep the notice",
        arguments: ["", "/a", "f", "R", "?"])
    func redraw(keys: String) throws {
        var scene = try ReaderScene.following()
        scene.type(keys)
        scene.send(.notice("Something to read."))
        let screen = scene.screen
        _ = scene.takeEffects()
        scene.send(.input(.key(.control("l"))))
        #expect(scene.takeEffects() == [.redraw] && scene.screen == screen)
    }

    @Test("The reader's keys make no requests offline")
    func offline() throws {
        var scene = ReaderScene(isOffline: true)
        scene.type("r")
        #expect(scene.takeEffects() == [] && scene.status.hasPrefix("Not refreshed: --offline makes no requests."))
        scene.type("f")
        #expect(scene.state.overlay == nil)
        #expect(scene.status.hasPrefix("Can't follow a feed: --offline makes no requests."))
        scene.type("?")
        #expect(!scene.screen.contains { $0.contains("refresh") || $0.contains("follow a feed") })
    }

    @Test("A refresh of a list across feeds shows progress, or the reason that no request was made")
    func refreshing() throws {
        var scene = try ReaderScene.following()
        let feeds = [try #require(ReaderScene.repository), try #require(ReaderScene.stories)]
        func send(_ feed: Feed, _ freshness: Freshness, _ deferral: Deferral? = nil) {
            var state = FeedState(items: [], freshness: freshness)
            state.deferral = deferral
            scene.send(.refreshing(RefreshProgress.Step(state, of: feed.key)))
        }
        scene.type("r")
        #expect(scene.takeEffects() == [.refresh(nil)])
        for feed in feeds { send(feed, .refreshing(nil)) }
        send(feeds[0], .fresh)
        #expect(scene.status.contains("refreshing 1 of 2"))
        send(feeds[1], .fresh)
        #expect(!scene.status.contains("refreshing"))
        scene.type("r")
        for feed in feeds {
            send(feed, .refreshing(nil))
            send(feed, .fresh, Deferral(until: scene.now + 8, rule: .spacing))
        }
        #expect(scene.status.hasPrefix("No request was made. The next one is allowed in 8 s (Freshet's interval)."))
    }

    @Test("The refresh key reports why a feed isn't requested again")
    func refusedRefresh() throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene(alone: feed)
        var state = FeedState(items: [], freshness: .fresh)
        state.deferral = Deferral(until: scene.now + 8, rule: .spacing)
        scene.send(.feed(feed, state))
        #expect(!scene.status.contains("No request was made"))
        scene.type("r")
        scene.send(.feed(feed, state))
        #expect(scene.status.hasPrefix("No request was made. The next one is allowed in 8 s"))
    }

    @Test("The reader's keys toggle the marks of the selected item")
    func marks() throws {
        var scene = try ReaderScene.following()
        let key = ItemKey(scope: "github", id: "1")
        scene.type("s")
        scene.type("m")
        scene.type("k")
        scene.type("m")
        scene.type("k")
        #expect(
            scene.takeEffects() == [
                .mark([key], .saved, isUndoable: true), .mark([key], .read, isUndoable: true),
                .mark([key], .unread, isUndoable: true),
            ])
        #expect(scene.state.list.selected?.shown.isSaved == true && scene.state.list.selected?.shown.isUnread == true)
    }

    @Test("The reader's keys mark an item and select the next one in the list, but stay in an open item")
    func markAndGoOn() throws {
        var scene = try ReaderScene.following()
        scene.type("mm")
        #expect(scene.state.list.items.map(\.shown.isUnread) == [false, false, true])
        #expect(scene.state.list.selected?.shown.entry.id == "3")
        scene.type("mm")
        #expect(scene.state.list.selected?.shown.entry.id == "3" && scene.state.list.items[2].shown.isUnread)
        scene.type("g<enter>mm")
        #expect(scene.state.focus == .item && scene.state.article.item?.shown.entry.id == "1")
    }

    @Test("A rule from the selected item is tested as it is typed, added with Enter, undone with u")
    func rule() throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene()
        let item = scene.item("1", in: feed) { $0.author = .init(name: "tidy[bot]") }
        scene.send(.listed(.unread, .of([item, scene.item("2", in: feed)])))
        scene.type("R")
        let line = "mute author:tidy[bot] in:github/octo/harbor"
        #expect(scene.takeEffects() == [.testRule(line)])
        #expect(scene.screen.contains { $0.contains(line) } && scene.screen.contains { $0.contains("Testing…") })
        scene.send(.ruleTested(line, .matches("It matches 1 of the last 2 items.", titles: ["Note"])))
        #expect(scene.screen.contains { $0.contains("It matches 1 of the last 2 items.") })
        scene.type("<home><del>")
        #expect(scene.takeEffects() == [.testRule(String(line.dropFirst()))])
        scene.send(.ruleTested(line, .matches("Late.", titles: [])))
        #expect(!scene.screen.contains { $0.contains("Late.") })
        scene.send(.ruleTested(String(line.dropFirst()), .problem("ute: expected one of mute.")))
        scene.type("<enter>")
        #expect(scene.takeEffects() == [] && scene.screen.contains { $0.contains("ute: expected one of mute.") })
        scene.type("m")
        scene.send(.ruleTested(line, .matches("It matches 1 of the last 2 items.", titles: [])))
        scene.type("<enter>")
        #expect(scene.takeEffects() == [.testRule(line), .addRule(line)])
        scene.send(.ruleAdded(.added(id: 7, text: line, remark: nil)))
        #expect(scene.state.overlay == nil && scene.status.hasPrefix("Rule added. Press u within 10 s to undo."))
        scene.send(.listed(.unread, .of([scene.item("2", in: feed)])))
        #expect(scene.state.list.items.map(\.shown.entry.id) == ["2"])
        scene.type("u")
        #expect(
            scene.takeEffects() == [.removeRule(7, text: line)] && scene.status.contains("Removed the rule: \(line)"))
    }

    @Test("The unfollow key unfollows the selected feed, or that of the selected item, and is undone")
    func unfollow() throws {
        var scene = try ReaderScene.following()
        let (repository, stories) = (try #require(ReaderScene.repository), try #require(ReaderScene.stories))
        scene.type("jU")
        #expect(scene.takeEffects() == [.unfollow(stories)])
        let follow = StoredFollow(feed: stories.key, path: "news/top", since: scene.now)
        let unfollowed = Unfollowed(follow: follow, previous: repository.key, title: "Top stories")
        scene.send(.unfollowed(unfollowed))
        #expect(scene.status.hasPrefix("Unfollowed Top stories. Press u to undo."))
        scene.type("u")
        #expect(scene.takeEffects() == [.restore(unfollowed)])
        scene.type("<esc>gU")
        #expect(scene.takeEffects() == [] && scene.status.hasPrefix("Select a feed that you follow"))
        scene.type("jjjjU")
        #expect(scene.takeEffects() == [.unfollow(repository)])
    }

    @Test("The reader's keys change the name, the folder and the interval of a followed feed")
    func editFeed() throws {
        var scene = try ReaderScene.following()
        let repository = try #require(ReaderScene.repository)
        scene.type("e")
        #expect(scene.screen.contains { $0.contains("octo/harbor") } && scene.screen.contains { $0.contains("Work") })
        scene.type("Boats<tab><bs><bs><bs><bs>Play<tab><bs><bs><bs><bs><bs><bs><bs>soon<enter>")
        #expect(
            scene.takeEffects() == [] && scene.screen.contains { $0.contains("The interval must be from 1m to 365d") })
        scene.type("<bs><bs><bs><bs>2h<enter>")
        let settings = FollowSettings(name: "Boats", folder: "Play", interval: .seconds(7200), stories: .joined)
        #expect(scene.takeEffects() == [.change(repository, settings)] && scene.state.overlay == nil)
        scene.type("e<esc>")
        #expect(scene.takeEffects() == [] && scene.state.overlay == nil)
    }

    @Test("The undo key undoes a rule for ten seconds only, and marks before it after that")
    func ruleSettled() throws {
        var scene = try ReaderScene.following()
        let key = scene.state.list.items[0].key
        scene.send(.marked([key], changed: [key], .read, isUndoable: true))
        scene.send(.ruleAdded(.added(id: 7, text: "mute x", remark: nil)))
        scene.send(.ruleSettled(7))
        scene.type("u")
        #expect(scene.takeEffects() == [.mark([key], .unread, isUndoable: false, asStories: false)])
    }

    @Test("Esc leaves the box for rules, and a rule that can't be added keeps it open")
    func ruleCanceled() throws {
        var scene = try ReaderScene.following()
        scene.type("<enter>R")
        #expect(scene.effects.last == .testRule("mute kind:note in:github/octo/harbor"))
        scene.type("<enter>")
        scene.send(.ruleAdded(.failed("The disk is full.")))
        #expect(scene.screen.contains { $0.contains("The disk is full.") })
        scene.type("<esc>")
        #expect(scene.state.overlay == nil && scene.state.focus == .item && scene.takeEffects().last == .testRule(""))
        scene.type("<esc><esc>R")
        #expect(scene.state.overlay == nil)
    }

    @Test("The undo key undoes the last marks, one change after the other")
    func undo() throws {
        var scene = try ReaderScene.following()
        let keys = scene.state.list.items.map(\.key)
        scene.type("A")
        #expect(scene.takeEffects() == [.markAll(.unread, until: scene.now)])
        let marking = Marking(items: keys, number: 7)
        scene.send(.markedAll(marking))
        #expect(
            scene.state.list.items.allSatisfy { !$0.shown.isUnread }
                && scene.status.contains("3 items. Press u to undo"))
        scene.type("u")
        #expect(scene.takeEffects() == [.undo(marking)])
        #expect(scene.state.list.items.allSatisfy { $0.shown.isUnread })
        scene.type("u")
        #expect(scene.takeEffects() == [] && scene.status.contains("Nothing to undo"))
    }

    @Test("An early undo of the last mark waits until the store has reported the changed items")
    func undoEarly() throws {
        var scene = try ReaderScene.following()
        let keys = scene.state.list.items.map(\.key)
        scene.type("m")
        scene.send(.marked([keys[0]], changed: [keys[0]], .read, isUndoable: true))
        scene.type("mu")
        #expect(scene.state.list.items.map(\.shown.isUnread) == [false, true, true])
        _ = scene.takeEffects()
        scene.send(.marked([keys[1]], changed: [keys[1]], .read, isUndoable: true))
        #expect(scene.takeEffects() == [.mark([keys[1]], .unread, isUndoable: false, asStories: false)])
        #expect(scene.state.list.items.map(\.shown.isUnread) == [false, true, true])
        #expect(scene.status.hasPrefix("Undone. Marked as unread: 1 item."))
        scene.type("u")
        #expect(scene.takeEffects() == [.mark([keys[0]], .unread, isUndoable: false, asStories: false)])
    }

    @Test("The undo key undoes marking all, without the items that were opened meanwhile")
    func undoAll() throws {
        var scene = try ReaderScene.following()
        let keys = scene.state.list.items.map(\.key)
        let marking = Marking(items: keys, number: 7)
        scene.type("A")
        scene.send(.markedAll(marking))
        _ = scene.takeEffects()
        scene.type("<enter>")
        #expect(scene.takeEffects().last == .mark([keys[0]], .read, isUndoable: false))
        scene.send(.marked([keys[0]], changed: [], .read, isUndoable: false))
        scene.type("<esc>u")
        #expect(scene.takeEffects().last == .undo(marking) && scene.status.hasPrefix("Undoing…"))
        scene.send(.marked(keys, changed: Array(keys.dropFirst()), .unread, isUndoable: false))
        #expect(scene.state.list.items.map(\.shown.isUnread) == [false, true, true])
        #expect(scene.status.hasPrefix("Undone. Marked as unread: 2 items."))
    }

    @Test("The undo key undoes marking all even before the store has it")
    func undoAllEarly() throws {
        var scene = try ReaderScene.following()
        let marking = Marking(items: scene.state.list.items.map(\.key), number: 7)
        scene.type("Au")
        _ = scene.takeEffects()
        scene.send(.markedAll(marking))
        #expect(scene.takeEffects() == [.undo(marking)])
        scene.send(.marked(marking.items, changed: marking.items, .unread, isUndoable: false))
        #expect(scene.state.list.items.allSatisfy { $0.shown.isUnread })
        scene.type("u")
        #expect(scene.takeEffects() == [] && scene.status.hasPrefix("Nothing to undo."))
    }

    @Test("The undo key undoes again what the store refused to undo, unless it is too late")
    func undoAgain() throws {
        var scene = try ReaderScene.following()
        let keys = scene.state.list.items.map(\.key)
        let marking = Marking(items: keys, number: 7)
        scene.type("A")
        scene.send(.markedAll(marking))
        scene.type("u")
        _ = scene.takeEffects()
        scene.send(.markFailed(keys, .unread, "The store is locked."))
        #expect(scene.state.list.items.allSatisfy { !$0.shown.isUnread })
        #expect(scene.status.hasPrefix("The store is locked. Press u to try again."))
        scene.type("u")
        #expect(scene.takeEffects() == [.undo(marking)])
        scene.send(.undoExpired(marking))
        #expect(scene.state.list.items.allSatisfy { !$0.shown.isUnread } && scene.status.contains("can't be undone"))
        let stories = try #require(ReaderScene.stories)
        let follow = StoredFollow(feed: stories.key, path: "news/top", since: scene.now)
        let unfollowed = Unfollowed(follow: follow, previous: nil, title: "Top stories")
        scene.send(.unfollowed(unfollowed))
        scene.type("u")
        #expect(scene.takeEffects() == [.restore(unfollowed)])
        scene.send(.undoFailed(.unfollowed(unfollowed), "The store is locked."))
        scene.type("u")
        #expect(scene.takeEffects() == [.restore(unfollowed)])
    }

    @Test("An early undo of items that were already marked changes nothing")
    func undoNothing() throws {
        var scene = try ReaderScene.following()
        let key = scene.state.list.items[0].key
        scene.type("su")
        _ = scene.takeEffects()
        scene.send(.marked([key], changed: [], .saved, isUndoable: true))
        #expect(scene.takeEffects() == [])
    }

    @Test("A mark that the store refuses is taken back, with the reason")
    func refused() throws {
        var scene = try ReaderScene.following()
        let keys = scene.state.list.items.map(\.key)
        let unread = scene.state.sidebar.rows[0].unread
        scene.type("smm")
        #expect(scene.state.sidebar.rows[0].unread == unread - 2)
        scene.send(.markFailed([keys[0]], .saved, "The store is locked."))
        scene.send(.markFailed([keys[0]], .read, "The store is locked."))
        #expect(scene.state.list.items.map(\.shown.isSaved) == [false, false, false])
        #expect(scene.state.list.items.map(\.shown.isUnread) == [true, false, true])
        #expect(scene.state.sidebar.rows[0].unread == unread - 1 && scene.status.hasPrefix("The store is locked."))
        scene.send(.marked([keys[1]], changed: [keys[1]], .read, isUndoable: true))
        _ = scene.takeEffects()
        scene.type("uu")
        #expect(scene.takeEffects() == [.mark([keys[1]], .unread, isUndoable: false, asStories: false)])
        #expect(scene.status.hasPrefix("Nothing to undo."))
    }

    @Test("The reader's keys mark the open item repeatedly, even if the list has lost it")
    func markOpenItem() throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene(alone: feed)
        let items = [scene.item("1", in: feed), scene.item("2", in: feed)]
        scene.send(.feed(feed, FeedState(items: items.map(\.shown), freshness: .fresh)))
        scene.type("<enter>")
        scene.send(.feed(feed, FeedState(items: [items[1].shown], freshness: .fresh)))
        _ = scene.takeEffects()
        scene.type("ssm")
        let key = items[0].key
        #expect(
            scene.takeEffects() == [
                .mark([key], .saved, isUndoable: true), .mark([key], .unsaved, isUndoable: true),
                .mark([key], .unread, isUndoable: true),
            ])
    }

    @Test("The reader's keys mark all items of a feed that had arrived, also those beyond the list's limit")
    func markAllListed() throws {
        let feed = try #require(ReaderScene.stories)
        var scene = ReaderScene(alone: feed)
        var items = [scene.item("1", in: feed), scene.item("2", in: feed, isUnread: false), scene.item("3", in: feed)]
        items[2].shown.firstSeenAt = scene.now + 2
        scene.send(.feed(feed, FeedState(items: items.map(\.shown), total: 9, freshness: .fresh)))
        scene.type("A")
        #expect(scene.takeEffects() == [.markAll(.feed(feed), until: scene.now + 2)])
        let changed = [items[0].key, items[2].key]
        scene.send(.markedAll(Marking(items: changed, number: 3)))
        #expect(scene.state.list.items.allSatisfy { !$0.shown.isUnread } && scene.status.contains("2 items."))
        scene.type("A")
        scene.send(.markedAll(Marking()))
        #expect(scene.status.hasPrefix("All items in the list are read."))
    }

    @Test("The reader's keys go to the next unread item in any feed, and report that all items are read")
    func nextUnread() throws {
        let (repository, stories) = (try #require(ReaderScene.repository), try #require(ReaderScene.stories))
        var scene = try ReaderScene.following()
        scene.type("n")
        #expect(scene.state.article.item?.shown.entry.id == "2")
        scene.type("n")
        #expect(scene.state.article.item?.shown.entry.id == "3")
        scene.send(
            .following(
                scene.state.sidebar.followed, UnreadCounts(total: 1, byFeed: [repository.key: 0, stories.key: 1])))
        scene.type("n")
        #expect(scene.state.list.source == .feed(stories))
        let items = [scene.item("8", in: stories, isUnread: false), scene.item("9", in: stories)]
        scene.send(.feed(stories, FeedState(items: items.map(\.shown), freshness: .fresh)))
        #expect(scene.state.article.item?.shown.entry.id == "9" && scene.state.focus == .item)
        scene.send(.following(scene.state.sidebar.followed, UnreadCounts()))
        scene.type("n")
        #expect(scene.status.contains("Nothing else is unread"))
    }

    @Test(
        "A jump goes to an unread item that has to be loaded, unless another key is pressed meanwhile",
        arguments: [false, true])
    func unreadBelow(isInterrupted: Bool) throws {
        let feed = try #require(ReaderScene.stories)
        var scene = try ReaderScene.following()
        scene.type("nnn")
        scene.send(.following(scene.state.sidebar.followed, UnreadCounts(total: 1, byFeed: [feed.key: 1])))
        scene.type("<esc><esc>n")
        #expect(scene.state.list.source == .feed(feed))
        let items = (0..<900).map { scene.item("\($0)", in: feed, isUnread: $0 == 800).shown }
        func show() {
            let wanted = scene.state.list.wanted
            let part = items[wanted.positions.clamped(to: items.indices)]
            scene.send(
                .feed(feed, FeedState(items: Array(part), total: 900, freshness: .fresh), in: wanted, hasMore: false))
        }
        show()
        #expect(scene.state.list.wanted.positions.contains(30) && scene.state.focus == .list)
        if isInterrupted { scene.type("j") }
        for _ in 0..<6 { show() }
        #expect(scene.state.focus == (isInterrupted ? .list : .item))
        #expect(scene.state.article.item?.shown.entry.id == (isInterrupted ? "1" : "800"))
    }

    @Test("The filter applies as it is typed; Enter keeps it and Esc clears it")
    func filter() throws {
        var scene = try ReaderScene.following()
        scene.type("/push sec")
        #expect(scene.state.list.items.map(\.shown.entry.id) == ["3"])
        #expect(scene.status.hasPrefix("/push sec") && scene.status.contains("Filtering… · Enter: keep the filter"))
        let found = ListedItems.of(scene.state.list.items)
        scene.send(.listed(.unread, found, in: scene.state.list.wanted))
        #expect(scene.status.contains("1 story matches · Enter: keep the filter"))
        #expect(ReaderView(scene.state).screen.cursor?.column == 9)
        scene.type("<home>first <end><bs><bs><bs>")
        #expect(scene.state.list.filter == "first push " && ReaderView(scene.state).screen.cursor?.column == 12)
        scene.type("<home><del><del><del><del><del><del><end>sec")
        scene.type("<enter>")
        #expect(scene.state.list.items.count == 1 && scene.state.overlay == nil)
        scene.type("A")
        #expect(scene.takeEffects() == [.markAll(.unread, filter: "push sec", until: scene.now)])
        scene.type("<esc>")
        #expect(scene.state.list.items.count == 3)
        scene.type("/zzz")
        #expect(scene.screen.contains { $0.contains("Filtering…") })
        scene.send(.listed(.unread, .of([]), in: scene.state.list.wanted))
        #expect(scene.screen.contains { $0.contains("Nothing here contains “zzz”.") })
        scene.type("<esc>")
        #expect(scene.state.list.filter == "" && scene.state.list.items.count == 3)
    }

    @Test("The filter applies to the whole list in the store, not only to loaded items")
    func filterAll() throws {
        let feed = try #require(ReaderScene.repository)
        var scene = ReaderScene()
        let items = (0..<300).map { scene.item("\($0)", in: feed) }
        scene.send(.listed(.unread, ListedItems(items: items, total: 50_000)))
        scene.type("/harbor 49")
        #expect(scene.state.list.wanted.filter == "harbor 49" && scene.state.list.wanted.start == 0)
        // An answer to what was typed before is late.
        scene.send(.listed(.unread, .of(items), in: ListWindow(filter: "harb", count: 300)))
        #expect(scene.state.list.total < 300)
        let found = [scene.item("49000", in: feed, title: "The harbor")]
        scene.send(.listed(.unread, .of(found), in: scene.state.list.wanted))
        #expect(scene.screen.contains { $0.contains("The harbor") } && scene.status.contains("1 story matches"))
    }

    @Test("The reader's keys go back from the item to the list to the feeds, and show another feed")
    func back() throws {
        var scene = try ReaderScene.following()
        scene.type("<enter><esc><esc><esc>")
        #expect(scene.state.focus == .feeds)
        scene.type("j<enter>")
        #expect(scene.state.list.source == .saved && scene.state.focus == .list)
    }

    @Test("Following an address shows the check, a failure, several feeds to choose from, and success")
    func follow() throws {
        var scene = try ReaderScene.following()
        scene.type("f")
        #expect(
            scene.screen.contains { $0.contains("news.ycombinator.com") }
                && scene.screen.contains { $0.contains("apple/swift") })
        scene.send(.input(.paste("example\n")))
        scene.type("<home>a.")
        scene.type("<enter>")
        #expect(scene.takeEffects() == [.follow("a.example")])
        #expect(scene.screen.contains { $0.contains("Checking…") })
        scene.send(.followed(.failed("There is no such feed.")))
        #expect(scene.screen.contains { $0.contains("There is no such feed.") })
        scene.send(
            .followed(
                .candidates([
                    FeedCandidate(url: "https://a.example/1", title: "One", format: .rss, items: 12),
                    FeedCandidate(url: "https://a.example/2", title: "Two"),
                ])))
        #expect(scene.screen.contains { $0.contains("One  RSS · 12 items  https://a.example/1") })
        scene.type("j<enter>")
        #expect(scene.takeEffects() == [.follow("https://a.example/2", namedBy: "a.example")])
        let feed = try #require(ReaderScene.stories)
        scene.send(.followed(.followed(feed, title: "Two", isNew: true)))
        #expect(scene.state.overlay == nil && scene.state.list.source == .feed(feed))
        #expect(scene.status.contains("Following Two."))
    }

    @Test("Esc leaves the box for addresses and ends the check")
    func followCanceled() throws {
        var scene = try ReaderScene.following()
        scene.type("fx<enter><esc>")
        #expect(scene.state.overlay == nil && scene.takeEffects() == [.follow("x"), .follow("")])
    }

    @Test("Keys are listed only if they do something at the moment")
    func help() throws {
        var scene = try ReaderScene.following(rows: 40)
        scene.type("?")
        #expect(scene.screen.contains { $0.contains("mark all as read") })
        #expect(!scene.screen.contains { $0.contains("undo") })
        scene.type("<esc>")
        #expect(!scene.screen.contains { $0.contains("mark all as read") })
    }

    @Test("Keys for discussions and for going back are listed only where they lead somewhere")
    func helpInPlaces() throws {
        let feed = try #require(ReaderScene.stories)
        func summaries(_ scene: ReaderScene) -> [String] { KeyHelp(scene.state).rows.map(\.summary) }
        var scene = try ReaderScene.following(rows: 60)
        #expect(!summaries(scene).contains("open the discussion in the browser") && summaries(scene).contains("back"))
        scene.type("<esc>")
        #expect(scene.state.focus == .feeds && !summaries(scene).contains("back"))
        var alone = ReaderScene(rows: 60, alone: feed)
        let story = alone.item("1", in: feed) { $0.discussion = URL(string: "https://a.example/discussion") }
        alone.send(.feed(feed, FeedState(items: [story.shown], freshness: .fresh)))
        #expect(summaries(alone).contains("open the discussion in the browser") && !summaries(alone).contains("back"))
        alone.type("/note<enter>")
        #expect(summaries(alone).contains("back"))
    }

    @Test("Keys are listed above the status line in a box, which scrolls if they don't fit", arguments: [10, 24])
    func scrollingHelp(rows: Int) throws {
        var scene = try ReaderScene.following(columns: 80, rows: rows)
        let status = scene.status
        scene.type("?")
        #expect(scene.status == status)
        let count = KeyHelp(scene.state).rows.count
        #expect(scene.screen.contains { $0.contains("1 to \(rows - 3) of \(count) · j k PgDn PgUp scroll") })
        #expect(
            scene.screen.contains { $0.contains("next line") } && !scene.screen.contains { $0.contains("q Ctrl-C") })
        scene.type("<pgdn><pgdn><pgdn><pgdn>jjj")
        #expect(
            scene.screen.contains { $0.contains("q Ctrl-C") } && !scene.screen.contains { $0.contains("next line") })
        scene.type("k")
        #expect(!scene.screen.contains { $0.contains("q Ctrl-C") })
        scene.type("g")
        #expect(scene.screen.contains { $0.contains("next line") })
        scene.type("<esc>")
        #expect(scene.state.overlay == nil && scene.state.focus == .list)
    }

    @Test("Keys are explained in full on a narrow screen", arguments: [40, 60, 80])
    func narrowHelp(columns: Int) throws {
        var scene = try ReaderScene.following(columns: columns, rows: 60)
        scene.type("?")
        let words = scene.screen.joined(separator: " ").split { !$0.isLetter && $0 != "," && $0 != ";" }
        #expect(words.joined(separator: " ").contains("in the list, also select the next item"))
    }

    @Test("Each key has one command, and every command has a key")
    func keyMap() {
        let keys = KeyMap.standard.keys.values.flatMap { $0 }
        #expect(Set(keys).count == keys.count)
        #expect(ReaderCommand.allCases.allSatisfy { KeyMap.standard.keys[$0]?.isEmpty == false })
    }

    @Test("The reader's keys quit from anywhere", arguments: ["q", "<enter>q", "?q"])
    func quit(keys: String) throws {
        var scene = try ReaderScene.following()
        scene.type(keys)
        #expect(scene.state.isOver && scene.effects.last == .quit)
    }
}
