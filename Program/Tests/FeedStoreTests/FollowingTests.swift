import FeedStore
import Foundation
import Testing

@Suite("Followed feeds")
struct FollowingTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func fill(_ count: Int, _ feed: FeedKey = hello, mode: FeedUpdate.Mode = .merge, error: StoredError? = nil)
        throws
    {
        let items = (0..<count).map { item("\($0)", day(0, seconds: $0)) }
        try store.commit(FeedUpdate(feed: feed, items: items, mode: mode, fetchedAt: day(1), error: error))
    }

    @Test("A new store follows no feeds")
    func none() throws {
        #expect(try store.followed().isEmpty)
    }

    @Test("Followed feeds are in the order in which they were added, with the path as given")
    func order() throws {
        let paths = ["github/Octocat/Z", "web/a", "news/top"]
        for (number, path) in paths.enumerated() {
            let added = try store.follow(FeedKey(path.lowercased()), path: path, FollowSettings(), at: day(-number))
            #expect(added)
        }
        #expect(try store.followed().map(\.path) == paths)
        let first = StoredFollow(feed: FeedKey("github/octocat/z"), path: "github/Octocat/Z", since: day(0))
        #expect(try folder.store().followed().first == first)
        #expect(try store.unfollow(FeedKey("web/a")))
        #expect(try !store.unfollow(FeedKey("web/a")))
        try store.follow(FeedKey("web/a"), on: 5)
        #expect(try store.followed().map(\.feed.rawValue) == ["github/octocat/z", "news/top", "web/a"])
    }

    @Test(
        "Followed feeds return to their places with their settings and unread items if unfollowing is undone",
        arguments: 0..<3)
    func restored(place: Int) throws {
        let feeds = [hello, top, FeedKey("web/a")]
        for feed in feeds { try store.follow(feed, path: feed.rawValue, FollowSettings(folder: "F"), at: day(0)) }
        try fill(60, feeds[place])
        try store.mark((0..<60).map { ItemKey(scope: feeds[place].upstream, id: "\($0)") }, as: .unread, at: day(2))
        let before = try store.followed()
        let unread = try store.unreadCounts()
        try store.unfollow(feeds[place])
        let previous = place > 0 ? feeds[place - 1] : nil
        try store.restore(before[place], after: previous, at: day(0))
        #expect(try store.followed() == before)
        #expect(try store.unreadCounts() == unread && unread.total == 60)
        try store.restore(before[place], after: previous, at: day(0))
        #expect(try store.followed() == before)
    }

    @Test("Followed feeds return to their places even if the others have been moved since")
    func restoredAmongMoved() throws {
        let feeds = ["a", "b", "c", "d"].map { FeedKey("web/\($0)") }
        for feed in feeds { try store.follow(feed) }
        let before = try store.followed()
        try store.unfollow(feeds[1])
        try store.unfollow(feeds[2])
        try store.arrange([feeds[3], feeds[0]], folders: [:], at: day(1))
        try store.restore(before[1], after: feeds[0], at: day(1))
        try store.restore(before[2], after: feeds[1], at: day(1))
        #expect(try store.followed().map(\.feed) == [feeds[3], feeds[0], feeds[1], feeds[2]])
    }

    @Test("Followed feeds have the reader's order and folders, and unnamed ones come last")
    func arranged() throws {
        let feeds = ["a", "b", "c", "d"].map { FeedKey("web/\($0)") }
        for feed in feeds { try store.follow(feed) }
        let folders = [feeds[2]: " News / Tech/", feeds[0]: "/"]
        try store.arrange([feeds[2], FeedKey("web/x"), feeds[0], feeds[2]], folders: folders, at: day(1))
        #expect(try store.followed().map(\.feed) == [feeds[2], feeds[0], feeds[1], feeds[3]])
        #expect(try store.followed().map(\.settings.folder) == ["News/Tech", nil, nil, nil])
        let number = try store.changeNumber()
        try store.arrange([feeds[2]], folders: [feeds[2]: "News/Tech"], at: day(2))
        #expect(try store.changeNumber() == number)
        try store.follow(FeedKey("web/e"))
        #expect(try store.followed().last?.feed == FeedKey("web/e"))
    }

    @Test("Followed feeds keep their settings; following again replaces those given")
    func settings() throws {
        let settings = FollowSettings(
            name: "Hello", folder: "Work", interval: .seconds(3_600), loadsFullTexts: true)
        try store.follow(hello, path: "github/Octocat/Hello", settings, at: day(1))
        let isNew = try store.follow(hello, path: "x", FollowSettings(folder: "Home", interval: .never), at: day(2))
        #expect(!isNew)
        let merged = FollowSettings(name: "Hello", folder: "Home", interval: .never, loadsFullTexts: true)
        let expected = StoredFollow(feed: hello, path: "github/Octocat/Hello", settings: merged, since: day(1))
        #expect(try store.followed() == [expected])
        let none = FollowSettings(name: "", folder: "", interval: .seconds(0), loadsFullTexts: false)
        try store.follow(hello, path: "x", none, at: day(3))
        #expect(try store.followed().map(\.settings) == [FollowSettings()])
    }

    @Test("Followed feeds start with the newest 20 stored items unread, and the rest read")
    func stored() throws {
        try fill(50)
        try store.follow(hello, on: 2)
        #expect(try store.unread() == (30..<50).reversed().map(String.init))
        #expect(try store.unreadCounts().total == 20)
    }

    @Test("Followed feeds start with the newest 20 of their first commit unread, and everything of later ones")
    func firstCommit() throws {
        try store.follow(hello)
        try fill(50)
        #expect(try store.unread() == (30..<50).reversed().map(String.init))
        let later = (0..<30).map { item("later \($0)", day(2)) }
        try store.commit(FeedUpdate(feed: hello, items: later, mode: .merge, fetchedAt: day(2)))
        #expect(try store.snapshot(of: hello, limit: 0).unreadCount == 50)
    }

    @Test("Followed feeds start with the first 20 ranks unread if items are ranked")
    func ranked() throws {
        try store.follow(hello)
        // The first ones are the oldest.
        let items = (0..<50).map {
            FeedUpdate.Item(id: "\($0)", date: day(0, seconds: $0), rank: $0, payload: Data())
        }
        try store.commit(FeedUpdate(feed: hello, items: items, mode: .merge, fetchedAt: day(1)))
        #expect(try Set(store.unread()) == Set((0..<20).map(String.init)))
    }

    @Test("Followed feeds keep starting until a refresh is complete")
    func partial() throws {
        try store.follow(hello)
        try fill(30, error: StoredError(kind: "k", message: "m", at: day(1)))
        #expect(try store.unread().count == 20)
        try fill(60)
        #expect(try store.unread() == (40..<60).reversed().map(String.init))
    }

    @Test("Feeds that are followed again, or get other settings, keep their unread items")
    func again() throws {
        try store.follow(hello)
        try fill(20)
        try store.commit(
            FeedUpdate(
                feed: hello, items: (0..<30).map { item("later \($0)", day(2)) }, mode: .merge, fetchedAt: day(2)))
        try store.follow(hello, path: "", FollowSettings(name: "x"), at: day(3))
        #expect(try store.unread().count == 50)
    }

    @Test("Followed feeds leave unread the items of another followed feed")
    func shared() throws {
        let best = FeedKey("news/best")
        try store.follow(top)
        try fill(20, top)
        try store.commit(merge(item("0", day(0)), into: best))
        let newer = (100..<130).map { item("\($0)", day(1, seconds: $0)) }
        try store.commit(FeedUpdate(feed: best, items: newer, mode: .merge, fetchedAt: day(2)))
        try store.follow(best, on: 3)
        #expect(try store.unread(best) == (110..<130).reversed().map(String.init) + ["0"])
        #expect(try store.unread(top).count == 20)
    }

    @Test("Followed feeds keep items read that were read before")
    func readBefore() throws {
        try fill(3)
        try store.mark(keys(hello, "1"), as: .read, at: day(1))
        try store.follow(hello)
        #expect(try store.unread() == ["2", "0"])
    }
}
