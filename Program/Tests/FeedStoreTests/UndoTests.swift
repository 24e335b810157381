import FeedStore
import Foundation
import Search
import Testing

@Suite("Undoing “mark all as read”") struct UndoTests {
    private static let all = ItemSelection(.followed)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Follows feeds that list ten unread items each, named `FEED/NUMBER` in a scope of the feed's own.
    private func filled(feeds: Int) throws -> (FeedStore, [FeedKey]) {
        let store = try folder.store()
        let feeds = (0..<feeds).map { FeedKey("web/\($0)") }
        for feed in feeds { try store.follow(feed) }
        try store.commit(
            feeds.map { feed in
                let items = (0..<10).map { item("\($0)", day(1, seconds: $0)) }
                return FeedUpdate(feed: feed, scope: feed.rawValue, items: items, mode: .merge, fetchedAt: day(1))
            }, ledger: [], quotas: [])
        return (store, feeds)
    }

    private func key(_ id: String, _ feed: FeedKey) -> ItemKey { ItemKey(scope: feed.rawValue, id: id) }

    @Test("Undoing makes all items of many feeds unread in one transaction, by the feeds' numbers")
    func manyFeeds() throws {
        let (store, _) = try filled(feeds: 40)
        let marking = try store.mark(each: Self.all, as: .read, at: day(2))
        #expect(try marking.items.count == 400 && store.unreadCounts().total == 0)
        let number = try #require(marking.number)
        #expect(try Set(#require(try store.undo([number], at: day(2)))) == Set(marking.items))
        #expect(try store.unreadCounts().total == 400)
        #expect(try folder.count("mark") == 0)
    }

    @Test("Undoing keeps what was read again, marked otherwise or saved meanwhile, and what arrived")
    func meanwhile() throws {
        let (store, feeds) = try filled(feeds: 2)
        let (one, other) = (feeds[0], feeds[1])
        // Read before, so that undoing doesn't concern it.
        try store.mark([key("9", other)], as: .read, at: day(1))
        let number = try #require(try store.mark(each: Self.all, as: .read, at: day(2)).number)
        // Another device that hasn't synchronized marks an item that is read already.
        #expect(try store.mark([key("0", one)], as: .read, at: day(2)).isEmpty)
        try store.mark([key("1", one), key("2", one)], as: .unread, at: day(2))
        try store.mark([key("2", one)], as: .read, at: day(2))
        try store.mark([key("3", one)], as: .saved, at: day(2))
        try store.commit(
            FeedUpdate(feed: one, scope: one.rawValue, items: [item("new", day(2))], mode: .merge, fetchedAt: day(2)))
        let changed = try #require(try store.undo([number], at: day(2)))
        #expect(Set(changed) == Set((3..<10).map { key("\($0)", one) } + (0..<9).map { key("\($0)", other) }))
        #expect(try Set(store.unread(one)) == Set(["1", "new"]).union((3..<10).map(String.init)))
        #expect(try Set(store.unread(other)) == Set((0..<9).map(String.init)))
        #expect(try store.saved() == ["3"])
    }

    @Test("Undoing keeps items read that another whole list was marked as read with later")
    func markedTwice() throws {
        let (store, feeds) = try filled(feeds: 1)
        let first = try #require(try store.mark(each: Self.all, as: .read, at: day(2)).number)
        try store.mark((0..<5).map { key("\($0)", feeds[0]) }, as: .unread, at: day(2))
        let second = try #require(try store.mark(each: Self.all, as: .read, at: day(2)).number)
        try store.undo([first], at: day(2))
        #expect(try Set(store.unread(feeds[0])) == ["5", "6", "7", "8", "9"])
        try store.undo([second], at: day(2))
        #expect(try store.unread(feeds[0]).count == 10)
    }

    @Test("Undoing is refused to another account, after a day, and for unknown numbers")
    func refusals() throws {
        let (store, _) = try filled(feeds: 1)
        let other = store.of(try #require(try store.addAccount(named: "other", at: day(0))).id)
        let number = try #require(try store.mark(each: Self.all, as: .read, at: day(2)).number)
        #expect(try other.undo([number], at: day(2)) == nil && store.undo([number + 1], at: day(2)) == nil)
        #expect(try other.shownCount(of: number, at: day(2)) == nil && store.shownCount(of: number, at: day(2)) == 10)
        #expect(try store.undo([number], at: day(3, seconds: 1)) == nil && store.undo([], at: day(2)) == nil)
        #expect(try store.unreadCounts().total == 0)
        #expect(try store.undo([number], at: day(3))?.count == 10)
    }

    @Test("Undoing changes nothing a second time, also after everything was marked as read again")
    func again() throws {
        let (store, _) = try filled(feeds: 3)
        let number = try #require(try store.mark(each: Self.all, as: .read, at: day(2)).number)
        #expect(try store.undo([number, number], at: day(2))?.count == 30)
        try store.mark(each: Self.all, as: .read, at: day(2))
        #expect(try store.undo([number], at: day(2)) == [])
        #expect(try store.unreadCounts().total == 0)
    }

    @Test("Undoing takes back several markings together, also of items that arrived between them")
    func several() throws {
        let (store, feeds) = try filled(feeds: 2)
        let older = ItemSelection(.feed(feeds[0]), before: day(1, seconds: 5))
        var numbers = [try #require(try store.mark(each: older, as: .read, at: day(2)).number)]
        numbers.append(try #require(try store.mark(each: Self.all, as: .read, at: day(2)).number))
        try store.commit(
            FeedUpdate(
                feed: feeds[0], scope: feeds[0].rawValue, items: [item("new", day(2))], mode: .merge, fetchedAt: day(2))
        )
        numbers.append(try #require(try store.mark(each: Self.all, as: .read, at: day(2)).number))
        #expect(try store.mark(each: Self.all, as: .read, at: day(2)) == Marking())
        #expect(try store.undo(numbers, at: day(2))?.count == 21)
        #expect(try store.unreadCounts().total == 21)
    }

    @Test(
        "Undoing makes items of several feeds unread that only the marking made read"
    )
    func shared() throws {
        let store = try folder.store()
        let (best, new) = (FeedKey("news/best"), FeedKey("news/new"))
        for feed in [top, best, new] { try store.follow(feed) }
        try store.commit(
            merge(item("a", day(1)), item("b", day(1)), item("c", day(1)), into: top),
            merge(item("a", day(1)), into: best), merge(item("b", day(1)), into: new))
        try store.mark(all: ItemSelection(.feed(best)), as: .read, at: day(2))
        let number = try #require(try store.mark(each: ItemSelection(.feed(top)), as: .read, at: day(2)).number)
        // Nothing in it is unread, so it marks nothing.
        try store.mark(all: ItemSelection(.feed(new)), as: .read, at: day(2))
        #expect(try Set(#require(try store.undo([number], at: day(2)))) == Set(keys(top, "b", "c")))
        #expect(try Set(store.unread(top)) == ["b", "c"])
        #expect(try store.unread(new) == ["b"] && store.unread(best).isEmpty)
    }

    @Test("Undoing works after the feed's number has moved, and leaves what was read later")
    func moved() throws {
        let store = try folder.store()
        let ids = (0..<400).map(String.init)
        try store.commit(
            FeedUpdate(
                feed: top, items: ids.map { item($0, day(1, seconds: Int($0) ?? 0)) }, mode: .merge, fetchedAt: day(1)))
        let number = try #require(try store.mark(each: ItemSelection(.feed(top)), as: .read, at: day(2)).number)
        func keys(_ ids: some Sequence<String>) -> [ItemKey] { ids.map { ItemKey(scope: "news", id: $0) } }
        // Most items are unread again, so that the number moves back; then some of them are read.
        try store.mark(keys(ids.prefix(300)), as: .unread, at: day(2))
        try store.mark(keys(ids.prefix(20)), as: .read, at: day(2))
        try store.mark(keys(ids.suffix(5)), as: .read, at: day(2))
        try store.undo([number], at: day(2))
        #expect(try Set(store.unread(top)) == Set(ids[20..<395]))
    }

    @Test("Undoing makes muted and unlisted items unread, too")
    func hidden() throws {
        let store = try folder.store()
        try store.follow(top)
        let hidden = item("hidden", day(1), search: SearchFields(title: "spam"))
        try store.commit(merge(item("old", day(1)), into: top))
        try store.commit(replace(hidden, item("a", day(1)), in: top))
        let rule = try #require(try store.addRules([Rule(parsing: "mute title:spam")], at: day(1)).first)
        let marking = try store.mark(each: Self.all, as: .read, at: day(2))
        #expect(marking.items == keys(top, "a"))
        #expect(try store.undo([try #require(marking.number)], at: day(2)) == keys(top, "a"))
        try store.removeRule(rule.id, at: day(2))
        try store.commit(merge(item("old", day(1)), into: top))
        #expect(try Set(store.unread(top)) == ["a", "hidden", "old"])
    }

    @Test("Undoing shows a synchronizing program what has become unread")
    func changed() throws {
        let (store, _) = try filled(feeds: 3)
        let number = try #require(try store.mark(each: Self.all, as: .read, at: day(2)).number)
        var changed = ItemSelection(.followed)
        changed.changedSince = day(2, seconds: 30)
        #expect(try store.numbers(of: changed, limit: 100).isEmpty)
        try store.undo([number], at: day(2, seconds: 60))
        #expect(try store.numbers(of: changed, limit: 100).count == 30)
    }

    @Test("Undoing takes back other marks of whole lists, unless they were changed since")
    func otherMarks() throws {
        let (store, feeds) = try filled(feeds: 1)
        let saving = try #require(try store.mark(each: Self.all, as: .saved, at: day(2)).number)
        try store.mark([key("1", feeds[0])], as: .unsaved, at: day(2))
        try store.mark([key("1", feeds[0])], as: .saved, at: day(2, seconds: 1))
        #expect(try store.undo([saving], at: day(2))?.count == 9 && store.saved() == ["1"])
        let unsaving = try #require(try store.mark(each: Self.all, as: .unsaved, at: day(2)).number)
        #expect(try store.undo([unsaving], at: day(2))?.count == 1 && store.saved() == ["1"])
        try store.mark([key("2", feeds[0]), key("3", feeds[0])], as: .read, at: day(2))
        let unread = try #require(try store.mark(each: Self.all, as: .unread, at: day(2)).number)
        #expect(try store.undo([unread], at: day(2))?.count == 2 && store.unread(feeds[0]).count == 8)
    }

    @Test("Undoing is possible for the last 100 markings of each account")
    func limit() throws {
        let (store, feeds) = try filled(feeds: 1)
        var numbers: [Int64] = []
        for _ in 0..<102 {
            numbers.append(try #require(try store.mark(each: Self.all, as: .read, at: day(2)).number))
            try store.mark([key("0", feeds[0])], as: .unread, at: day(2))
        }
        #expect(try folder.count("marking") == 100)
        #expect(try store.undo([numbers[1]], at: day(2)) == nil && store.undo([numbers[2]], at: day(2)) == [])
        try store.prune(now: day(4))
        #expect(try folder.count("marking") == 0)
    }

    @Test("Undoing leaves items in a list of unread items that are then marked as read again")
    func readSince() throws {
        let (store, feeds) = try filled(feeds: 2)
        // Few of many are unread, so that the feeds' numbers don't move.
        try store.mark((0..<8).map { key("\($0)", feeds[0]) }, as: .read, at: day(1))
        let opened = day(2)
        func listed() throws -> Int {
            try store.items(ItemSelection(.followed, isUnread: true, readSince: opened), limit: nil).total
        }
        #expect(try listed() == 12)
        let number = try #require(try store.mark(each: Self.all, as: .read, at: day(2, seconds: 1)).number)
        #expect(try listed() == 12)
        try store.undo([number], at: day(2, seconds: 2))
        #expect(try listed() == 12)
        try store.mark(each: Self.all, as: .read, at: day(2, seconds: 3))
        #expect(try store.unreadCounts().total == 0 && listed() == 12)
    }
}
