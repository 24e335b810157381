import FeedStore
import Foundation
import Search
import Testing

@Suite("Numbers of the items of a refresh")
struct NumberTests {
    private let folder: TemporaryFolder
    private let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func ids(
        _ own: FeedStore? = nil, _ selection: ItemSelection = ItemSelection(.followed), first limit: Int
    )
        throws -> [String]
    {
        var selection = selection
        selection.order = .arrival
        let own = own ?? store
        return try own.items(numbered: own.numbers(of: selection, limit: limit)).map(\.item.key.id)
    }

    /// The ids of `count` items, the first one first.
    private func names(_ count: Int, _ prefix: String = "") -> [String] { (0..<count).map { "\(prefix)\($0)" } }

    @Test(
        "Numbers grow from the oldest to the newest, at the first refresh and at later ones", arguments: [false, true])
    func dates(isReversed: Bool) throws {
        try store.follow(hello)
        for (round, prefix) in ["a", "b"].enumerated() {
            let items = names(300, prefix).enumerated().map { place, id in
                item(id, day(round, seconds: 1_000 - place))
            }
            try store.commit(
                FeedUpdate(
                    feed: hello, items: isReversed ? items.reversed() : items, mode: .merge, fetchedAt: day(round + 1)))
        }
        let newest = names(300, "b") + names(300, "a")
        #expect(try ids(first: 1_000) == newest)
        #expect(try ids(first: 20) == Array(newest.prefix(20)))
        #expect(try ids(first: 20) == Array(self.store.ids().prefix(20)))
    }

    @Test("Numbers follow the feed's order where items have no date or the same one", arguments: [nil, day(1)])
    func ties(date: Date?) throws {
        try store.follow(hello)
        for (round, prefix) in ["a", "b"].enumerated() {
            let items = names(30, prefix).map { item($0, date) }
            try store.commit(FeedUpdate(feed: hello, items: items, mode: .merge, fetchedAt: day(round + 2)))
        }
        let newest = names(30, "b") + names(30, "a")
        #expect(try ids(first: 100) == newest)
        #expect(try store.ids() == newest)
        #expect(try store.items(ItemSelection(.followed), limit: nil).items.map(\.id) == newest)
    }

    @Test("Numbers follow the ranks of a list")
    func ranks() throws {
        try store.follow(top)
        let items = names(30).enumerated().map { place, id in item(id, day(place), rank: place) }
        try store.commit(FeedUpdate(feed: top, items: items.shuffled(), mode: .replace, fetchedAt: day(90)))
        #expect(try ids(first: 30) == names(30))
        #expect(try store.ids(top, order: .ranked) == names(30))
    }

    @Test("The number of an item that a refresh has twice is that of the last one")
    func twice() throws {
        try store.follow(hello)
        try store.commit(merge(item("a", day(9)), item("b", day(5)), item("a", day(1)), on: 10))
        #expect(try ids(first: 3) == ["b", "a"])
    }

    @Test("Numbers grow from the oldest to the newest among items that are marked before they are stored")
    func arriving() throws {
        try store.follow(hello)
        let items = names(30).enumerated().map { place, id in item(id, day(0, seconds: 100 - place)) }
        let arriving = FeedUpdate(feed: hello, items: items, mode: .merge, fetchedAt: day(1))
        let keys = names(30).map { ItemKey(scope: hello.upstream, id: $0) }
        try store.mark(keys, as: .read, storing: [arriving], at: day(1))
        try store.commit(arriving)
        #expect(try ids(first: 30) == names(30))
    }

    @Test("Numbers are copied with a store")
    func copied() throws {
        try store.follow(hello)
        try store.commit(FeedUpdate(feed: hello, items: names(30).map { item($0) }, mode: .merge, fetchedAt: day(1)))
        let other = try TemporaryFolder()
        let copy = try other.store()
        try store.copy(to: copy)
        #expect(try ids(copy, first: 30) == names(30))
        try copy.commit(
            FeedUpdate(feed: hello, items: names(30, "new").map { item($0) }, mode: .merge, fetchedAt: day(2)))
        #expect(try ids(copy, first: 60) == names(30, "new") + names(30))
    }

    @Test("Numbers keep their order in a store of an earlier version, whose feeds stay in their order")
    func earlier() throws {
        try store.follow(hello)
        for id in ["c", "b", "a"] { try store.commit(merge(item(id, day(0)), on: 1)) }
        // As an earlier version numbered one refresh: the first of the feed has the lowest number, and is listed last.
        let ids = try store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 3)
        try folder.execute(
            """
            UPDATE listing SET seq = (SELECT min(seq) + max(seq) FROM listing) - seq
            """)
        #expect(try store.ids() == ["c", "b", "a"])
        try store.commit(merge(item("a", day(0)), item("d", day(0)), on: 2))
        #expect(try store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 4).dropFirst() == ids[...])
        #expect(try store.ids() == ["d", "c", "b", "a"])
    }

    @Test("Numbers don't change the order in which rules notify: the newest item first, once")
    func notifications() throws {
        try store.follow(hello)
        try store.addDestination(named: "desk", settings: Data("{}".utf8), at: day(0))
        try store.addRules([Rule(parsing: "notify new")], at: day(0))
        let items = names(5).enumerated().map { place, id in
            item(id, day(1, seconds: 100 - place), search: SearchFields(title: "new"))
        }
        try store.commit(FeedUpdate(feed: hello, items: items + [items[0]], mode: .merge, fetchedAt: day(2)))
        let destination = try #require(try store.destinations().first)
        let batch = try #require(try store.takeBatch(for: destination.id, limit: 10, now: day(2)))
        #expect(batch.notifications.map(\.item?.id) == names(5))
    }
}
