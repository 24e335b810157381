import FeedStore
import Foundation
import Testing

@Suite("Pruning")
struct PruneTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        try store.commit(merge(item("a"), item("b"), on: 0, into: top))
    }

    @Test("Pruning removes a feed unused for 30 days, with its items")
    func unused() throws {
        #expect(try store.prune(now: day(30)).isEmpty)
        #expect(try store.prune(now: day(31)) == [top])
        #expect(try store.feeds().isEmpty && store.snapshot(of: top, limit: nil) == Snapshot())
        #expect(try store.items(ItemSelection(), limit: nil).total == 0)
    }

    @Test("Pruning doesn't happen in the transaction that adds a feed")
    func adding() throws {
        try store.commit(merge(item("x"), on: 40, into: hello))
        #expect(try Set(store.feeds().map(\.feed)) == [hello, top])
        #expect(try store.prune(now: day(40)) == [top])
    }

    @Test("Pruning checks a feed again only when it may be due")
    func onlyDue() throws {
        try store.follow(hello)
        try store.prune(now: day(2))
        for number in 2..<9 { #expect(try store.pruneNext(now: day(number)) == nil) }
        // The followed feed is looked at once a week.
        #expect(try store.pruneNext(now: day(9)) == [])
        #expect(try store.pruneNext(now: day(9)) == nil)
    }

    @Test("Pruning removes a feed with many items in several transactions, which leave the rest as it is")
    func batches() throws {
        try store.commit(FeedUpdate(feed: top, items: (0..<450).map { item("\($0)") }, mode: .merge, fetchedAt: day(0)))
        try store.commit(merge(item("7"), on: 35, into: hello))
        try store.follow(hello)
        try store.mark(keys(top, "3"), as: .saved, at: day(1))
        var steps: [Int] = []
        while let removed = try store.pruneNext(now: day(35)) {
            #expect(removed.isEmpty)
            steps.append(try store.snapshot(of: top, limit: 0).total)
        }
        #expect(steps.contains(352) && steps.contains(52) && steps.last == 0)
        #expect(try store.saved() == ["3"] && store.ids() == ["7"])
        try store.mark(keys(top, "3"), as: .unsaved, at: day(36))
        #expect(try store.prune(now: day(66)) == [top])
        #expect(try store.items(ItemSelection(), limit: nil).items.map(\.id) == ["7"])
    }

    @Test("Pruning removes marks that were imported for items that never arrived, after 30 days")
    func awaited() throws {
        let key = ItemKey(scope: "news", id: "never")
        _ = try store.add(StoreExport(read: [.init(key: key, readAt: day(0))]), at: day(0))
        try store.prune(now: day(29))
        #expect(try folder.count("mark") == 1)
        try store.prune(now: day(31))
        #expect(try folder.count("mark") == 0)
    }

    @Test("Pruning keeps a feed that is followed, was visited or was fetched, even without success")
    func used() throws {
        let feeds = ["followed", "visited", "fetched", "failed"].map(FeedKey.init)
        for feed in feeds { try store.commit(merge(item("x"), on: 0, into: feed)) }
        try store.follow(feeds[0])
        try store.visit(feeds[1], at: day(25))
        try store.commit(.unchanged(feeds[2], fetchedAt: day(25)))
        try store.commit(.failed(feeds[3], StoredError(kind: "k", message: "m", at: day(25))))
        #expect(try store.prune(now: day(50)) == [top])
    }

    @Test("Pruning leaves items that are saved or that another feed lists")
    func kept() throws {
        try store.commit(merge(item("b"), item("c"), on: 25, into: FeedKey("news/best")))
        try store.mark(keys(top, "a"), as: .saved, at: day(1))
        try store.prune(now: day(50))
        #expect(try store.saved() == ["a"])
        #expect(try store.items(ItemSelection(isSaved: true), limit: 1).items.first?.feed == top)
        #expect(try store.ids(FeedKey("news/best")) == ["b", "c"])
        try store.commit(merge(item("a"), on: 51, into: top))
        #expect(try store.items(of: top, ids: ["a"]).map(\.isSaved) == [true])
    }

    @Test("Pruning removes unsaved items that no feed lists")
    func unsaved() throws {
        try store.mark(keys(top, "a"), as: .saved, at: day(1))
        try store.prune(now: day(50))
        try store.mark(keys(top, "a"), as: .unsaved, at: day(50))
        #expect(try store.mark(keys(top, "a"), as: .saved, at: day(50)).count == 1)
        try store.mark(keys(top, "a"), as: .unsaved, at: day(50))
        try store.prune(now: day(51))
        #expect(try store.mark(keys(top, "a"), as: .saved, at: day(51)).isEmpty)
    }

    @Test("Pruning removes a feed's validators with it, so that the next answer is complete")
    func validators() throws {
        let endpoint = Endpoint(url: "https://news.example/top", requester: "anonymous")
        let entry = LedgerEntry(
            endpoint: endpoint, feed: top, requestedAt: day(0), outcome: .status(200), eTag: "\"a\"",
            lastModified: "x", nextPage: "https://news.example/2")
        try store.record([entry], quotas: [])
        try store.prune(now: day(31))
        let left = try #require(try store.ledgerEntry(for: endpoint))
        #expect(left.eTag == nil && left.lastModified == nil && left.nextPage == nil)
    }
}
