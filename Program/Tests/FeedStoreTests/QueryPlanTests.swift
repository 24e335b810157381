import FeedStore
import Testing

@Suite("The cost of reading")
struct QueryPlanTests {
    @Test("The cost of reading doesn't grow with the store, because every statement uses an index", .onSQLite)
    func plans() throws {
        let folder = try TemporaryFolder()
        let plans = try folder.store().queryPlans()
        #expect(plans.count == 17)
        for (name, steps) in plans {
            let looks = steps.filter { $0.hasPrefix("SEARCH") || $0.hasPrefix("SCAN") }
            #expect(
                looks.allSatisfy { $0.hasPrefix("SEARCH") || ["SCAN found", "SCAN unread"].contains($0) },
                "\(name): \(steps)")
            // Items of one date are sorted, so that a store keeps its index, which has them by their numbers.
            let isSorted = steps.contains {
                $0.contains("TEMP B-TREE") && $0 != "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY"
            }
            #expect(!isSorted, "\(name): \(steps)")
        }
        let newest = try #require(plans["its items, newest first"])
        #expect(
            newest.contains { $0.contains("INDEX listing_current (feed_id=? AND is_current=?)") }, "\(newest)")
        #expect(plans["its items"]?.first?.contains("COVERING INDEX") == true)
        let range = "COVERING INDEX listing_seq (feed_id=? AND is_current=? AND seq>?)"
        #expect(plans["its unread items"]?.contains { $0.contains(range) } == true)
    }

    @Test("The counts of lists across feeds equal the listed items")
    func counts() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try store.follow(hello)
        for round in 0..<20 {
            let items = (0..<30).filter { ($0 * 7 + round) % 3 > 0 }.map { item("\($0)") }
            let mode: FeedUpdate.Mode = round % 2 == 0 ? .replace : .merge
            try store.commit(FeedUpdate(feed: hello, items: items, mode: mode, fetchedAt: day(round)))
            try store.mark(keys(hello, "\(round)", "\(round + 5)"), as: .read, at: day(round))
            try store.mark(keys(hello, "\(round / 2)"), as: .unread, at: day(round))
            let snapshot = try store.snapshot(of: hello, limit: nil)
            let unread = snapshot.items.count(where: \.isUnread)
            #expect(snapshot.total == snapshot.items.count && snapshot.unreadCount == unread)
            #expect(try store.unreadCounts() == UnreadCounts(total: unread, byFeed: [hello: unread]))
            #expect(try store.items(ItemSelection(.followed, isUnread: true), limit: 0).total == unread)
        }
    }
}
