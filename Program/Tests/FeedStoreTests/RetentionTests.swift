import FeedStore
import Foundation
import Testing

@Suite("Retention")
struct RetentionTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func fill(_ numbers: Range<Int>, dated date: Date?, on number: Int, prefix: String = "") throws {
        let items = numbers.map { item(prefix + "\($0)", date?.addingTimeInterval(Double($0))) }
        try store.commit(FeedUpdate(feed: hello, items: items, mode: .merge, fetchedAt: day(number)))
    }

    private var total: Int { get throws { try store.snapshot(of: hello, limit: 0).total } }

    @Test("Retention drops items that are both beyond the newest 1,000 and older than 90 days")
    func both() throws {
        try fill(0..<1_200, dated: day(0), on: 0)
        try store.commit(merge(item("new", day(100)), on: 100))
        #expect(try total == 1_000)
        #expect(try store.items(of: hello, ids: ["200", "201"]).map(\.id) == ["201"])
    }

    @Test("Retention keeps 1,000 items regardless of age")
    func thousand() throws {
        try fill(0..<999, dated: day(0), on: 0)
        try store.commit(merge(item("new", day(1_000)), on: 1_000))
        #expect(try total == 1_000)
    }

    @Test("Retention keeps 90 days regardless of the number of items")
    func days() throws {
        try fill(0..<1_500, dated: day(0), on: 0)
        try store.commit(merge(item("new", day(89)), on: 89))
        #expect(try total == 1_501)
    }

    @Test("Retention counts undated items from when they were first seen")
    func undated() throws {
        try fill(0..<600, dated: nil, on: 0, prefix: "old")
        try fill(0..<600, dated: nil, on: 95, prefix: "new")
        // All of the old ones share one instant, so that none of them is beyond another.
        #expect(try total == 1_200)
        try fill(600..<1_200, dated: nil, on: 96, prefix: "new")
        #expect(try total == 1_200)
        #expect(try store.items(of: hello, ids: ["old0"]).isEmpty)
    }

    @Test("Retention keeps items for 90 days that were old when they were first seen")
    func seenLate() throws {
        try fill(0..<1_200, dated: day(-800), on: 0)
        try store.commit(merge(item("new", day(1)), on: 1))
        #expect(try total == 1_201)
    }

    @Test("Retention never drops items that the upstream still lists")
    func named() throws {
        try fill(0..<1_200, dated: day(0), on: 0)
        try fill(0..<1_200, dated: day(0), on: 100)
        #expect(try total == 1_200)
    }

    @Test("Retention drops nothing after a refresh that was empty or failed")
    func nothingSaid() throws {
        try fill(0..<1_200, dated: day(0), on: 0)
        try store.commit(.unchanged(hello, fetchedAt: day(100)))
        let error = StoredError(kind: "k", message: "m", at: day(100))
        try store.commit(
            FeedUpdate(feed: hello, items: [item("a")], mode: .merge, fetchedAt: day(100), error: error))
        #expect(try total == 1_201)
    }

    @Test("Retention counts hidden items among the 1,000")
    func hidden() throws {
        try fill(0..<1_200, dated: day(0), on: 0)
        try store.commit(replace(item("new", day(100)), on: 100))
        #expect(try store.ids() == ["new"])
        #expect(try store.items(of: hello, ids: (0..<1_200).map(String.init)).count == 999)
    }

    @Test("Retention drops a gap with the items before it")
    func gaps() throws {
        try fill(0..<1_200, dated: day(0), on: 0)
        let lost = Gap(after: day(0, seconds: 100), before: day(0, seconds: 101))
        let kept = Gap(after: day(0, seconds: 900), before: day(0, seconds: 901))
        try store.commit(
            FeedUpdate(
                feed: hello, items: [item("x", day(100))], mode: .merge, fetchedAt: day(100), gaps: [lost, kept]))
        #expect(try store.snapshot(of: hello, limit: 0).gaps == [kept])
    }

    @Test("Retention updates the feed's counts")
    func counts() throws {
        try fill(0..<1_200, dated: day(0), on: 0)
        try store.mark(keys(hello, "1000"), as: .read, at: day(0))
        try store.commit(merge(item("new", day(100)), on: 100))
        let snapshot = try store.snapshot(of: hello, limit: 0)
        #expect((snapshot.total, snapshot.unreadCount) == (1_000, 999))
    }

    @Test("Retention keeps saved items, even if no feed lists them")
    func saved() throws {
        try fill(0..<1_200, dated: day(0), on: 0)
        try store.mark(keys(hello, "0", "1"), as: .saved, at: day(0))
        try store.mark(keys(hello, "0"), as: .read, at: day(0))
        try store.commit(merge(item("new", day(100)), on: 100))
        #expect(try store.saved() == ["1", "0"])
        try store.commit(merge(item("0", day(0)), on: 101))
        #expect(try store.items(of: hello, ids: ["0"]).map(\.isUnread) == [false])
    }

    @Test("Retention keeps an item, and its marks, as long as another feed lists it")
    func shared() throws {
        let other = FeedKey("github/octocat/other")
        try fill(0..<1_200, dated: day(0), on: 0)
        try store.commit(merge(item("0", day(0)), into: other))
        try store.mark(keys(hello, "0", "1"), as: .read, at: day(0))
        try store.commit(merge(item("new", day(100)), on: 100))
        #expect(try store.items(of: hello, ids: ["0", "1"]).isEmpty)
        #expect(try store.items(of: other, ids: ["0"]).map(\.isUnread) == [false])
        try store.commit(merge(item("0", day(0)), item("1", day(0)), on: 101))
        #expect(try store.items(of: hello, ids: ["0", "1"]).map(\.isUnread) == [false, true])
    }

    @Test("Retention leaves other feeds alone")
    func otherFeeds() throws {
        try fill(0..<1_200, dated: day(0), on: 0)
        try store.follow(hello)
        try store.commit(merge(item("new", day(200)), on: 200, into: top))
        #expect(try total == 1_200)
    }

    @Test("Retention keeps the items and days of the general settings")
    func general() throws {
        let other = try TemporaryFolder()
        let store = try other.store(.init(retention: GeneralRetention(items: 100, days: 10)))
        let items = (0..<300).map { item("\($0)", day(0, seconds: $0)) }
        try store.commit(FeedUpdate(feed: hello, items: items, mode: .merge, fetchedAt: day(0)))
        try store.commit(merge(item("new", day(9)), on: 9))
        #expect(try store.snapshot(of: hello, limit: 0).total == 301)
        try store.commit(merge(item("newer", day(11)), on: 11))
        #expect(try store.snapshot(of: hello, limit: 0).total == 100)
    }

    @Test(
        "Retention keeps what the follower with the longest retention keeps",
        arguments: [(ItemRetention(items: 1_100), 1_100), (ItemRetention(days: 200), 1_201), (.all, 1_201)])
    func followers(_ retention: ItemRetention, _ kept: Int) throws {
        let kim = try #require(try store.addAccount(named: "kim", at: day(0)))
        try store.follow(hello, path: hello.rawValue, FollowSettings(retention: ItemRetention(items: 500)), at: day(0))
        try store.of(kim.id).follow(hello, path: hello.rawValue, FollowSettings(retention: retention), at: day(0))
        #expect(try store.of(kim.id).followed().map(\.settings.retention) == [retention])
        try fill(0..<1_200, dated: day(0), on: 0)
        try store.commit(merge(item("new", day(100)), on: 100))
        #expect(try total == kept)
        // Without that follower, the general bounds count: 500 is less.
        try store.of(kim.id).follow(hello, path: hello.rawValue, FollowSettings(retention: ItemRetention()), at: day(0))
        #expect(try store.of(kim.id).followed().map(\.settings.retention) == [nil])
        try store.commit(merge(item("newer", day(101)), on: 101))
        #expect(try total == 1_000)
    }

    @Test("Retention drops at most 500 items in one refresh, and the others in the next ones")
    func batches() throws {
        try fill(0..<2_000, dated: day(0), on: 0)
        try store.commit(merge(item("new", day(100)), on: 100))
        #expect(try total == 1_500)
        try store.commit(merge(item("newer", day(101)), on: 101))
        #expect(try total == 1_000)
    }

    @Test("Retention unsaves read items only of an account that keeps saved ones for a number of days")
    func savedDays() throws {
        let kim = try #require(try store.addAccount(named: "kim", at: day(0)))
        try store.of(kim.id).follow(hello)
        try fill(0..<5, dated: day(0), on: 0)
        for store in [store, store.of(kim.id)] {
            try store.mark(keys(hello, "0", "1"), as: .saved, at: day(1))
            try store.mark(keys(hello, "2"), as: .saved, at: day(9))
            try store.mark(keys(hello, "1", "2"), as: .read, at: day(1))
        }
        try store.keepSaved(days: 5)
        #expect(try store.savedDays() == 5 && store.of(kim.id).savedDays() == nil)
        try store.prune(now: day(8))
        #expect(try store.saved() == ["2", "0"] && Set(store.of(kim.id).saved()) == ["0", "1", "2"])
        try store.keepSaved(days: nil)
        try store.prune(now: day(20))
        #expect(try store.saved() == ["2", "0"])
    }

    @Test("Retention drops ledger entries and quotas that weren't updated for 90 days")
    func ledger() throws {
        func entry(_ url: String, on number: Int) -> LedgerEntry {
            LedgerEntry(
                endpoint: Endpoint(url: url, requester: "anonymous"), feed: hello, requestedAt: day(number),
                outcome: .status(200))
        }
        let key = Quota.Key(host: "h", resource: "core", requester: "anonymous")
        let quota = Quota(key: key, limit: 60, remaining: 1, resetAt: day(1), reportedAt: day(0))
        try store.record([entry("a", on: 0), entry("b", on: 50)], quotas: [quota])
        try store.record([entry("c", on: 91)], quotas: [])
        #expect(try store.ledger().count == 3)
        try store.prune(now: day(91))
        #expect(try store.ledger().map(\.endpoint.url) == ["b", "c"])
        #expect(try store.quotas(at: .distantFuture).isEmpty)
    }
}
