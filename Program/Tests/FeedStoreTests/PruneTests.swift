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

    @Test("removes a feed unused for 30 days, with its items")
    func unused() throws {
        #expect(try store.prune(now: day(30)).isEmpty)
        #expect(try store.prune(now: day(31)) == [top])
        #expect(try store.feeds().isEmpty && store.snapshot(of: top, limit: nil) == Snapshot())
        #expect(try store.items(ItemSelection(), limit: nil).total == 0)
    }

    @Test("happens when a feed is added")
    func adding() throws {
        try store.commit(merge(item("x"), on: 40, into: hello))
        #expect(try store.feeds().map(\.feed) == [hello])
    }

    @Test("keeps a feed that is followed, was visited or was fetched, even without success")
    func used() throws {
        let feeds = ["followed", "visited", "fetched", "failed"].map(FeedKey.init)
        for feed in feeds { try store.commit(merge(item("x"), on: 0, into: feed)) }
        try store.follow(feeds[0])
        try store.visit(feeds[1], at: day(25))
        try store.commit(.unchanged(feeds[2], fetchedAt: day(25)))
        try store.commit(.failed(feeds[3], StoredError(kind: "k", message: "m", at: day(25))))
        #expect(try store.prune(now: day(50)) == [top])
    }

    @Test("leaves items that are saved or that another feed lists")
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

    @Test("removes unsaved items that no feed lists")
    func unsaved() throws {
        try store.mark(keys(top, "a"), as: .saved, at: day(1))
        try store.prune(now: day(50))
        try store.mark(keys(top, "a"), as: .unsaved, at: day(50))
        #expect(try store.mark(keys(top, "a"), as: .saved, at: day(50)).count == 1)
        try store.mark(keys(top, "a"), as: .unsaved, at: day(50))
        try store.prune(now: day(51))
        #expect(try store.mark(keys(top, "a"), as: .saved, at: day(51)).isEmpty)
    }

    @Test("removes a feed's validators with it, so that the next answer is complete")
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
