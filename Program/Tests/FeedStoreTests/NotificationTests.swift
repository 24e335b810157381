import Foundation
import Search
import Testing

@testable import FeedStore

@Suite("Notifications")
struct NotificationTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        try store.addDestination(named: "desk", settings: Data("{}".utf8), at: day(0))
    }

    private func add(_ rule: String, on number: Int = 1) throws {
        try store.addRules([Rule(parsing: rule)], at: day(number))
    }

    private func titled(_ id: String, _ title: String, kind: String = "", seconds: Int = 0) -> FeedUpdate.Item {
        item(id, day(2, seconds: seconds), search: SearchFields(kindName: kind, title: title))
    }

    private func destination(_ name: String = "desk") throws -> StoredDestination {
        try #require(try store.destinations().first { $0.name == name })
    }

    private func take(_ name: String = "desk", limit: Int = 100, at date: Date = day(3)) throws -> NotificationBatch? {
        try store.takeBatch(for: destination(name).id, limit: limit, now: date)
    }

    @Test("Notifications are queued once for each new matching item, never for items stored before the rule")
    func once() throws {
        try store.commit(merge(titled("old", "Swift")))
        try add("notify swift")
        #expect(try take() == nil)
        try store.commit(merge(titled("old", "Swift again"), titled("1", "Swift"), titled("2", "Rust"), on: 2))
        try store.commit(merge(titled("1", "Swift changed"), on: 2))
        let batch = try #require(try take())
        #expect(batch.notifications.map(\.item?.id) == ["1"] && batch.notifications[0].rule == "notify swift")
        #expect(batch.notifications[0].item?.feed == hello && batch.id == batch.notifications[0].id)
        try store.settle(batch, at: day(3))
        #expect(try take() == nil && destination().waiting == 0 && destination().deliveredAt == day(3))
        #expect(try folder.count("notification") == 0)
    }

    @Test("Notifications are queued when a change makes an item match")
    func change() throws {
        try add("notify points:>300")
        let story = { (points: Double) in
            item("1", day(2), search: SearchFields(title: "x", measure: points, measureKind: .points))
        }
        try store.commit(merge(story(5), on: 2))
        #expect(try take() == nil)
        try store.commit(merge(story(301), on: 2))
        try store.commit(merge(story(302), on: 2))
        #expect(try take()?.notifications.count == 1)
    }

    @Test("Notifications aren't queued for comments, unless the rule names discussions")
    func comments() throws {
        let thread = FeedKey("news/item/7")
        let store = try folder.store(.init(busyTimeout: 120) { $0.rawValue.hasPrefix("news/item/") })
        for rule in ["notify swift in:news", "notify swift", "notify 2 items in 1h in:news"] { try add(rule) }
        try store.commit(merge(titled("1", "Swift"), titled("2", "Swift"), on: 2, into: thread))
        #expect(try take() == nil)
        try add("notify swift in:news/item")
        try store.commit(merge(titled("3", "Swift"), on: 2, into: thread))
        #expect(try take()?.notifications.map(\.rule) == ["notify swift in:news/item"])
    }

    @Test("Notifications aren't queued for hidden items, nor for older ones that were fetched on request")
    func hidden() throws {
        try add("notify swift")
        try add("mute author:bot")
        let bot = item("1", day(2), search: SearchFields(title: "Swift", author: "bot"))
        try store.commit(
            FeedUpdate(feed: hello, items: [bot, titled("2", "Swift")], mode: .merge, fetchedAt: day(2), read: ["2"]))
        #expect(try take() == nil)
    }

    @Test("Notifications aren't queued without a destination, and go to every destination")
    func destinations() throws {
        try add("notify swift")
        #expect(try store.addDestination(named: "hook", settings: Data([1]), at: day(1)))
        #expect(try !store.addDestination(named: "hook", settings: Data([2]), at: day(1)))
        try store.commit(merge(titled("1", "Swift"), on: 2))
        #expect(
            try store.destinations().map(\.name) == ["desk", "hook"] && store.destinations().map(\.waiting) == [1, 1])
        #expect(try destination("hook").settings == Data([1]))
        let first = try #require(try take()), second = try #require(try take("hook"))
        #expect(first.notifications == second.notifications)
        try store.settle(first, at: day(3))
        #expect(try store.removeDestination(named: "hook") && !store.removeDestination(named: "hook"))
        #expect(try store.removeDestination(named: "desk") && folder.count("notification") == 0)
        try store.commit(merge(titled("2", "Swift"), on: 2))
        #expect(try folder.count("notification") == 0)
    }

    @Test("Notifications wait while a batch is delivered, and for the retry of a failed one")
    func failing() throws {
        try add("notify swift")
        try store.commit(merge(titled("1", "Swift"), titled("2", "Swift"), titled("3", "Swift"), on: 2))
        let batch = try #require(try take(limit: 2))
        #expect(batch.notifications.count == 2 && batch.failures == 0)
        #expect(try take() == nil)
        try store.fail(batch, error: "no answer", retryAt: day(3, seconds: 60), at: day(3))
        let failed = try destination()
        #expect(failed.error == "no answer" && failed.failures == 1 && failed.retryAt == day(3, seconds: 60))
        #expect(failed.waiting == 3)
        #expect(try take(at: day(3, seconds: 59)) == nil)
        // The same notifications under the same id, though more could be sent.
        let again = try #require(try take(at: day(3, seconds: 60)))
        #expect(again.notifications == batch.notifications && again.id == batch.id && again.failures == 1)
        try store.settle(again, at: day(3, seconds: 61))
        #expect(try destination().error == nil && destination().failures == 0)
        #expect(try take()?.notifications.map(\.item?.id) == ["3"])
    }

    @Test("Notifications don't wait for a retry that was set by a clock that was ahead")
    func clockAhead() throws {
        try add("notify swift")
        try store.commit(merge(titled("1", "Swift"), on: 2))
        let batch = try #require(try take())
        try store.fail(batch, error: "no answer", retryAt: day(33, seconds: 15), at: day(33))
        #expect(try !destination().isPaused(at: day(3)))
        #expect(try take(at: day(3))?.id == batch.id)
    }

    @Test("Notifications are sent again after the process that took them has died")
    func killed() throws {
        try add("notify swift")
        try store.commit(merge(titled("1", "Swift"), on: 2))
        let batch = try #require(try take())
        let other = try folder.store()
        let id = try #require(try other.destinations().first?.id)
        #expect(try other.takeBatch(for: id, limit: 9, now: day(3, seconds: 119)) == nil)
        #expect(try other.takeBatch(for: id, limit: 9, now: day(3, seconds: 120))?.id == batch.id)
    }

    @Test("Notifications are queued when a rate is reached, once for each burst")
    func rate() throws {
        try add("notify 3 stars in 10m in:github")
        func stars(_ seconds: Int...) throws {
            for second in seconds {
                try store.commit(merge(titled("s\(second)", "x", kind: "star", seconds: second), on: 3))
            }
        }
        try stars(0, 500, 700)
        try store.commit(merge(titled("push", "x", kind: "push", seconds: 800), on: 3))
        #expect(try take() == nil && store.rules().first?.lastMetAt == nil)
        try stars(1_000)
        #expect(try store.rules().first?.lastMetAt == day(2, seconds: 500))
        let batch = try #require(try take())
        #expect(batch.notifications.map(\.count) == [3] && batch.notifications[0].item == nil)
        try store.settle(batch, at: day(3))
        try stars(1_001, 1_002, 1_003)
        #expect(try take() == nil)
        let all = (0..<5).map { titled("m\($0)", "x", kind: "star", seconds: 5_000 + $0) }
        try store.commit(FeedUpdate(feed: hello, items: all, mode: .merge, fetchedAt: day(3)))
        #expect(try take()?.notifications.map(\.count) == [5])
        #expect(try folder.count("rule_match") <= 6)
    }

    @Test("Notifications are queued when a rate is reached, even if an item has a date in the future")
    func rateWithFuture() throws {
        try add("notify 3 stars in 10m in:github")
        for (id, seconds) in [("future", 70 * 365 * 86_400), ("a", -300), ("b", -200)] {
            let star = item(
                id, day(3, seconds: seconds), search: SearchFields(kind: "star", kindName: "star", title: "x"))
            try store.commit(merge(star, on: 3))
        }
        #expect(try take()?.notifications.map(\.count) == [3])
    }

    @Test("Notifications are queued once if no item has arrived for a while")
    func absence() throws {
        try store.commit(merge(item("1", day(0), search: SearchFields(kindName: "release", title: "1.0"))))
        try add("notify no release for 90d in:github", on: 1)
        try store.checkAbsences(now: day(89))
        #expect(try take() == nil)
        // Until the feed has been fetched, items may be waiting upstream.
        try store.checkAbsences(now: day(90))
        #expect(try take(at: day(90)) == nil)
        try store.commit(FeedUpdate(feed: FeedKey("news/new"), items: [], mode: .merge, fetchedAt: day(90)))
        try store.checkAbsences(now: day(90))
        #expect(try take(at: day(90)) == nil)
        try store.commit(FeedUpdate(feed: hello, items: [], mode: .merge, fetchedAt: day(90)))
        try store.checkAbsences(now: day(90))
        try store.checkAbsences(now: day(91))
        #expect(try store.rules().first?.lastMetAt == day(90))
        let batch = try #require(try take(at: day(91)))
        #expect(batch.notifications.map(\.count) == [0])
        try store.settle(batch, at: day(91))
        try store.commit(merge(item("2", day(92), search: SearchFields(kindName: "release", title: "2.0")), on: 92))
        try store.checkAbsences(now: day(180))
        #expect(try take(at: day(180)) == nil)
        try store.commit(FeedUpdate(feed: hello, items: [], mode: .merge, fetchedAt: day(182)))
        try store.checkAbsences(now: day(182))
        #expect(try take(at: day(182)) != nil)
    }

    @Test("Notifications for a failing destination are bounded")
    func bounded() throws {
        try add("notify swift")
        let earlier = NotificationWriter.mostWaiting - 5
        try folder.execute(
            """
            WITH RECURSIVE one (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < \(earlier))
            INSERT INTO notification (account_id, uid, rule, created_at) SELECT 1, CAST(n AS TEXT), 'notify a', 0 FROM one;
            INSERT INTO delivery (destination_id, notification_id)
            SELECT destination.id, notification.id FROM destination, notification
            """)
        #expect(try destination().waiting == earlier)
        let items = (0..<20).map { titled("\($0)", "Swift") }
        try store.commit(FeedUpdate(feed: hello, items: items, mode: .merge, fetchedAt: day(2)))
        #expect(try destination().waiting == NotificationWriter.mostWaiting)
    }
}
