import FeedStore
import Foundation
import Testing

@Suite("An item")
struct ReadingTests {
    let folder: TemporaryFolder
    let store: FeedStore
    private let best = FeedKey("news/best")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func mark(_ ids: String..., as mark: Mark, in feed: FeedKey = top, on number: Int = 1) throws -> [String] {
        try store.mark(ids.map { ItemKey(scope: feed.upstream, id: $0) }, as: mark, at: day(number)).map(\.id)
    }

    @Test("An item is unread and not saved when it arrives")
    func arrives() throws {
        try store.commit(merge(item("a"), into: top))
        let stored = try #require(try store.items(of: top, ids: ["a"]).first)
        #expect(stored.isUnread && !stored.isSaved && stored.savedAt == nil)
        #expect(try store.snapshot(of: top, limit: 0).unreadCount == 1)
    }

    @Test("A read item becomes unread with new activity, if its upstream lists only unread items")
    func renewed() throws {
        func refresh(_ ids: [(String, Int)], isUnreadWhenLater: Bool) throws {
            var refresh = merge(into: top)
            refresh.items = ids.map { item($0.0, day($0.1)) }
            refresh.isUnreadWhenLater = isUnreadWhenLater
            try store.commit(refresh)
        }
        try refresh([("a", 1), ("b", 1)], isUnreadWhenLater: true)
        _ = try mark("a", "b", as: .read)
        try refresh([("a", 2), ("b", 1)], isUnreadWhenLater: false)
        #expect(try store.unread(top).isEmpty)
        try refresh([("a", 3), ("b", 1)], isUnreadWhenLater: true)
        #expect(try store.unread(top) == ["a"])
        #expect(try store.snapshot(of: top, limit: 0).unreadCount == 1)
    }

    @Test("An item arrives as read if the refresh names it as read, but a stored one stays unread")
    func readIDs() throws {
        try store.commit(merge(item("a"), into: top))
        try store.commit(
            FeedUpdate(
                feed: top, items: [item("a"), item("b"), item("c")], mode: .merge, fetchedAt: day(1), read: ["a", "b"]))
        #expect(try store.unread(top) == ["c", "a"])
    }

    @Test("An item in two feeds is one item: marks apply to both, and it is counted once")
    func twoFeeds() throws {
        try store.commit(merge(item("a"), item("b"), into: top), merge(item("a"), item("c"), into: best))
        try store.follow(top)
        try store.follow(best)
        #expect(try store.unreadCounts() == UnreadCounts(total: 3, byFeed: [top: 2, best: 2]))
        #expect(try mark("a", as: .read) == ["a"])
        #expect(try store.unread(top) == ["b"] && store.unread(best) == ["c"])
        #expect(try store.unreadCounts() == UnreadCounts(total: 2, byFeed: [top: 1, best: 1]))
        #expect(try mark("a", as: .saved) == ["a"])
        #expect(try store.items(of: best, ids: ["a"]).map(\.savedAt) == [day(1)])
    }

    @Test("An item that a second feed lists later is read there too, with its current payload and date")
    func later() throws {
        try store.commit(merge(item("a", day(1), payload: "old"), on: 1, into: top))
        _ = try mark("a", as: .read)
        try store.commit(merge(item("a", day(2), payload: "new"), on: 2, into: best))
        let items = try [top, best].flatMap { try store.snapshot(of: $0, limit: nil).items }
        #expect(items.map(\.isUnread) == [false, false])
        #expect(items.map(\.date) == [day(2), day(2)] && items.map(\.firstSeenAt) == [day(1), day(1)])
        #expect(items.map(\.payload) == [Data("new".utf8), Data("new".utf8)])
    }

    @Test("An item with the same id in another scope is a different one")
    func scopes() throws {
        let blog = FeedKey("web/blog"), other = FeedKey("web/other")
        for feed in [blog, other] {
            let scoped = FeedUpdate(
                feed: feed, scope: feed.rawValue, items: [item("1")], mode: .merge, fetchedAt: day(0))
            try store.commit(scoped)
        }
        #expect(try store.mark([ItemKey(scope: "web/blog", id: "1")], as: .read, at: day(1)).count == 1)
        #expect(try store.unread(blog).isEmpty && store.unread(other) == ["1"])
        #expect(try store.mark([ItemKey(scope: "web", id: "1")], as: .saved, at: day(1)).isEmpty)
    }

    @Test("An item can be marked and unmarked; marking returns what changed")
    func back() throws {
        try store.commit(merge(item("a"), item("b"), into: top))
        #expect(try mark("a", "b", "nobody", as: .read) == ["a", "b"])
        #expect(try mark("a", "b", as: .read).isEmpty)
        #expect(try mark("a", as: .unread) == ["a"])
        #expect(try store.unread(top) == ["a"] && store.snapshot(of: top, limit: 0).unreadCount == 1)
        #expect(try mark("a", "b", as: .saved) == ["a", "b"])
        #expect(try mark("b", as: .unsaved) == ["b"])
        #expect(try mark("b", as: .unsaved).isEmpty)
        #expect(try store.saved() == ["a"])
    }

    @Test("An item keeps its marks when it changes, is hidden and reappears")
    func changes() throws {
        try store.commit(replace(item("a"), in: top))
        _ = try mark("a", as: .read)
        _ = try mark("a", as: .saved)
        try store.commit(replace(item("b"), in: top))
        try store.commit(replace(item("a", payload: "changed"), in: top))
        let stored = try #require(try store.items(of: top, ids: ["a"]).first)
        #expect(!stored.isUnread && stored.isSaved && stored.payload == Data("changed".utf8))
    }

    @Test("An item hidden by a complete list isn't counted as unread")
    func hidden() throws {
        try store.follow(top)
        try store.commit(replace(item("a"), item("b"), in: top))
        try store.commit(replace(item("b"), in: top))
        #expect(try store.snapshot(of: top, limit: 0).unreadCount == 1)
        #expect(try store.unreadCounts() == UnreadCounts(total: 1, byFeed: [top: 1]))
    }

    @Test("An item saved again keeps the time at which it was first saved")
    func savedAgain() throws {
        try store.commit(merge(item("a"), into: top))
        _ = try mark("a", as: .saved, on: 1)
        _ = try mark("a", as: .saved, on: 2)
        #expect(try store.items(of: top, ids: ["a"]).map(\.savedAt) == [day(1)])
    }

    @Test("An item of a feed that isn't followed is counted there, but not in the total")
    func unfollowed() throws {
        try store.commit(merge(item("a"), into: top), merge(item("b")))
        try store.follow(hello)
        try store.follow(FeedKey("web/never-fetched"))
        let counts = UnreadCounts(total: 1, byFeed: [hello: 1, FeedKey("web/never-fetched"): 0])
        #expect(try store.unreadCounts() == counts)
        try store.unfollow(hello)
        try store.unfollow(FeedKey("web/never-fetched"))
        #expect(try store.unreadCounts() == UnreadCounts())
    }

    @Test("The number of unread items' state changes when others are unread, though their count doesn't")
    func digest() throws {
        try store.follow(hello)
        try store.commit(replace(item("a"), item("b"), in: hello))
        let (digest, counts) = (try store.unread().hash, try store.unreadCounts())
        try store.commit(replace(item("a"), item("b"), on: 1, in: hello))
        #expect(try store.unread().hash == digest)
        try store.commit(replace(item("a"), item("c"), on: 2, in: hello))
        #expect(try store.unreadCounts() == counts && store.unread().hash != digest)
        try store.commit(replace(item("d"), on: 2, in: top))
        let other = try store.unread().hash
        try store.mark(keys(top, "d"), as: .read, at: day(3))
        #expect(try store.unread().hash == other)
    }
}
