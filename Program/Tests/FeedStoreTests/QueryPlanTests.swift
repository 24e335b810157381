import FeedStore
import Testing

@Suite("The cost of reading")
struct QueryPlanTests {
    @Test("does not grow with what is stored: every statement goes by an index, in its order")
    func plans() throws {
        let folder = try TemporaryFolder()
        let plans = try folder.store().queryPlans()
        #expect(plans.count == 12)
        for (name, steps) in plans {
            let looks = steps.filter { $0.hasPrefix("SEARCH") || $0.hasPrefix("SCAN") }
            #expect(looks.allSatisfy { $0.hasPrefix("SEARCH") && $0.contains("(") }, "\(name): \(steps)")
            // An item of an upstream is looked for in each of its feeds.
            #expect(name.hasSuffix("of an item") ? looks.count >= 1 : steps.count == 1, "\(name): \(steps)")
            #expect(!steps.contains { $0.contains("item_age") || $0.contains("item_shown") } || steps.count == 1)
        }
        #expect(plans["its items in order"]?.first?.contains("item_shown (feed_id=?)") == true)
    }

    @Test("counts rightly what it does not count each time")
    func counters() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        for round in 0..<20 {
            let items = (0..<30).filter { ($0 * 7 + round) % 3 > 0 }.map { item("\($0)") }
            let mode: Refresh.Mode = round % 2 == 0 ? .replace : .merge
            try store.commit(Refresh(feed: hello, items: items, mode: mode, fetchedAt: day(round)))
            let snapshot = try store.snapshot(of: hello, limit: nil)
            #expect(snapshot.total == snapshot.items.count)
            #expect(try store.feeds().map(\.newCount) == [snapshot.items.count(where: \.isNew)])
            try store.markShown(hello, ids: items.prefix(3).map(\.id), at: day(round))
        }
    }
}
