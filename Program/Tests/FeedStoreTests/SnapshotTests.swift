import FeedStore
import Foundation
import Search
import Testing

@Suite("A snapshot")
struct SnapshotTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    @Test("A snapshot of a feed never committed is empty")
    func unknownFeed() throws {
        #expect(try store.snapshot(of: hello, limit: 30) == Snapshot())
    }

    @Test("A snapshot returns an item as it was committed")
    func roundTrip() throws {
        let payload = Data([0, 255, 10, 0])
        let item = FeedUpdate.Item(id: "Push/é'1", date: day(3, seconds: 7), rank: -4, payload: payload)
        try store.commit(FeedUpdate(feed: hello, items: [item], mode: .merge, fetchedAt: day(5)))
        let stored = StoredItem(
            key: ItemKey(scope: "github", id: "Push/é'1"), feed: hello, date: day(3, seconds: 7), rank: -4,
            payload: payload, firstSeenAt: day(5), isUnread: true)
        #expect(try store.snapshot(of: hello, limit: nil).items == [stored])
    }

    @Test("A snapshot keeps dates to the millisecond")
    func milliseconds() throws {
        try store.commit(merge(item("a", Date(timeIntervalSince1970: 1_700_000_000.123_4))))
        let date = try #require(try store.snapshot(of: hello, limit: 1).items.first?.date)
        #expect(abs(date.timeIntervalSince1970 - 1_700_000_000.123) < 0.000_01)
    }

    @Test(
        "A snapshot survives extreme dates",
        arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity)])
    func extremeDates(date: Date) throws {
        try store.commit(merge(item("a", date), item("b", day(0))))
        #expect(try store.ids() == (date < day(0) ? ["b", "a"] : ["a", "b"]))
    }

    @Test("A snapshot lists dated items newest first, then undated ones by rank, unranked last")
    func order() throws {
        try store.commit(
            merge(
                item("none"), item("second", rank: 2), item("old", day(1)), item("first", rank: 1),
                item("new", day(9)), item("low", day(5), rank: 9), item("high", day(5), rank: 3), item("b", day(4)),
                item("a", day(4))))
        #expect(try store.ids() == ["new", "high", "low", "b", "a", "old", "first", "second", "none"])
    }

    @Test("A snapshot with a filter has and counts only the items of a kind, or unread ones, in any order")
    func filtered() throws {
        let kinds = ["push", "star", "push", "star", "push"]
        let items = kinds.enumerated().map { index, kind in
            item("\(index)", day(index), rank: 9 - index, search: SearchFields(kind: kind, measure: Double(index)))
        }
        try store.commit(FeedUpdate(feed: hello, items: items, mode: .merge, fetchedAt: day(9)))
        try store.mark(keys(hello, "4"), as: .read, at: day(9))
        func snapshot(_ order: ItemOrder, _ filter: ItemFilter, _ limit: Int? = nil) throws -> Snapshot {
            try store.snapshot(of: hello, order: order, filter: filter, limit: limit)
        }
        for order in ItemOrder.allCases {
            #expect(try snapshot(order, ItemFilter(kind: "push")).items.map(\.id) == ["4", "2", "0"])
            #expect(try snapshot(order, ItemFilter(isUnreadOnly: true)).items.map(\.id) == ["3", "2", "1", "0"])
            let both = try snapshot(order, ItemFilter(kind: "push", isUnreadOnly: true), 1)
            #expect(both.items.map(\.id) == ["2"] && both.total == 2 && both.unreadCount == 4)
        }
        #expect(try snapshot(.newest, ItemFilter(kind: "pu' OR '1")).items.isEmpty)
    }

    @Test("A snapshot lists by rank, unranked items last and newest first")
    func ranked() throws {
        try store.commit(
            merge(item("none", day(1)), item("2", day(2), rank: 2), item("newer", day(3)), item("1", rank: 1)))
        #expect(try store.ids(order: .ranked) == ["1", "2", "newer", "none"])
        #expect(try store.ids(order: .ranked, limit: 1) == ["1"])
    }

    @Test("A snapshot lists by measure, largest first, items without one last and newest first")
    func largest() throws {
        func measured(_ id: String, _ measure: Double?, on number: Int = 0) -> FeedUpdate.Item {
            item(id, day(number), search: SearchFields(measure: measure))
        }
        try store.commit(
            merge(
                measured("none", nil), measured("2", 2.5), measured("-1", -1), measured("newer", nil, on: 1),
                measured("10", 10)))
        #expect(try store.ids(order: .largest) == ["10", "2", "-1", "newer", "none"])
        try store.commit(merge(measured("2", 20)))
        #expect(try store.ids(order: .largest, limit: 2) == ["2", "10"])
    }

    @Test("A snapshot is bounded by its limit, while the total is not", arguments: [(0, 0), (2, 2), (9, 3), (-1, 0)])
    func limit(asked: Int, given: Int) throws {
        try store.commit(merge(item("a"), item("b"), item("c")))
        let snapshot = try store.snapshot(of: hello, limit: asked)
        #expect(snapshot.items.count == given)
        #expect(snapshot.total == 3)
    }

    @Test("A snapshot has no items of other feeds")
    func apart() throws {
        try store.commit(merge(item("a")), merge(item("b"), into: top))
        #expect(try store.ids(hello) == ["a"])
        #expect(try store.ids(top) == ["b"])
    }

    @Test("A snapshot is the same after the store was closed and opened again")
    func reopened() throws {
        let gap = Gap(after: day(1), before: day(2))
        let error = StoredError(kind: "unreachable", message: "no route", at: day(4), retryAt: day(5))
        try store.commit(
            FeedUpdate(
                feed: hello, items: [item("a", day(1), rank: 1)], mode: .merge, fetchedAt: day(3), skipped: 2,
                gaps: [gap], extra: Data("x".utf8)),
            .failed(hello, error))
        let before = try store.snapshot(of: hello, limit: nil)
        try store.close()
        #expect(try folder.store().snapshot(of: hello, limit: nil) == before)
        #expect(before.error == error)
        #expect(before.gaps == [gap])
        #expect((before.skipped, before.extra, before.fetchedAt) == (2, Data("x".utf8), day(3)))
    }

    @Test("A snapshot sums up every feed without its items")
    func summaries() throws {
        try store.commit(merge(item("a"), item("b"), on: 2), merge(item("c"), on: 1, into: top))
        try store.mark(keys(hello, "a"), as: .read, at: day(2))
        try store.commit(merge(item("d"), on: 3))
        #expect(
            try store.feeds() == [
                FeedSummary(feed: hello, fetchedAt: day(3), error: nil),
                FeedSummary(feed: top, fetchedAt: day(1), error: nil),
            ])
    }

    @Test("A snapshot can contain given items, current or not")
    func byID() throws {
        try store.commit(merge(item("a"), item("b")))
        try store.commit(replace(item("b", payload: "changed")))
        let items = try store.items(of: hello, ids: ["b", "nobody", "a"])
        #expect(items.map(\.id) == ["b", "a"])
        #expect(items.map { String(decoding: $0.payload, as: UTF8.self) } == ["changed", "a"])
        #expect(try store.items(of: top, ids: ["a"]).isEmpty)
    }
}
