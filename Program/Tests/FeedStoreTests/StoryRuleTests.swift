import Foundation
import Search
import Testing

@testable import FeedStore

@Suite("Rules about stories")
struct StoryRuleTests {
    private let folder: TemporaryFolder
    private let store: FeedStore
    private let a = FeedKey("web/a"), b = FeedKey("web/b"), c = FeedKey("web/c")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store(.telling)
        for feed in [a, b, c] { try store.follow(feed, on: 0) }
        try store.addDestination(named: "desk", settings: Data("{}".utf8), at: day(0))
    }

    private func add(_ rules: String...) throws {
        try store.addRules(rules.map { try Rule(parsing: $0) }, at: day(0))
    }

    /// A page in `a`, a link to it in `b`, and a copy in `c`.
    private func arrive(_ numbers: ClosedRange<Int> = 1...3) throws {
        let items = [(a, "Glacier|glacier|"), (b, "Alps|link|glacier"), (c, "Copy|glacier|")]
        for number in numbers {
            let (feed, payload) = items[number - 1]
            try store.arrive("\(number)", in: feed, payload, at: number * 10)
        }
    }

    private func shown() throws -> [String] {
        try store.items(ItemSelection(.followed), limit: nil).items.map(\.id).sorted()
    }

    private func saved() throws -> [String] {
        try store.items(ItemSelection(.all, isSaved: true), limit: nil).items.map(\.id)
    }

    /// The items of which messages were queued.
    private func notified() throws -> [String?] {
        let destination = try #require(try store.destinations().first)
        return try store.takeBatch(for: destination.id, limit: 100, now: day(2))?.notifications.map(\.item?.id) ?? []
    }

    @Test("Rules about stories hide a whole story once enough feeds tell it, and show kept items")
    func hiding() throws {
        try add("mute sources:>2")
        try arrive(1...2)
        #expect(try shown() == ["1", "2"])
        try arrive(3...3)
        #expect(try shown().isEmpty)
        // It stays hidden when an item changes, and when the rules are applied again.
        try store.arrive("2", in: b, "Alps changed|link|glacier", at: 50)
        #expect(try shown().isEmpty)
        let rule = try #require(try store.rules().first)
        let search = try SearchQuery(parsing: #require(rule.rule.search))
        #expect(try store.count(of: search, atMost: 9, now: day(2), until: .now + .seconds(600)) == 3)
        try store.removeRule(rule.id, at: day(2))
        #expect(try shown() == ["1", "2", "3"])
        try add("keep sources:>3 in:web")
        #expect(try shown().isEmpty)
        let d = FeedKey("web/d")
        try store.follow(d)
        try store.arrive("4", in: d, "Fourth||glacier", at: 60)
        #expect(try shown() == ["1", "2", "3", "4"])
    }

    @Test("Rules notify once for a story, with or without a condition on stories")
    func notifying() throws {
        try add("notify in:web")
        try arrive()
        try store.arrive("4", in: a, "Harbor|harbor|", at: 40)
        #expect(try notified() == ["1", "4"])
    }

    @Test("Rules notify of a matching item when enough feeds tell its story, also if another item arrived")
    func sources() throws {
        try add("notify sources:>2 in:web/b")
        try arrive()
        #expect(try folder.count("notification") == 1)
        let d = FeedKey("web/d")
        try store.follow(d)
        try store.arrive("4", in: d, "Fourth||glacier", at: 60)
        #expect(try notified() == ["2"])
    }

    @Test("Rules send no message about an item stored before, though its story has enough sources only later")
    func older() throws {
        try arrive(1...2)
        try store.addRules([Rule(parsing: "notify sources:>2 in:web/a")], at: day(1, seconds: 25))
        try arrive(3...3)
        #expect(try notified().isEmpty)
    }

    @Test("Rules save and label a story once, and mark each of its items")
    func acting() throws {
        try add("save in:web", "label Ice in:web", "mark sources:>2")
        try arrive()
        #expect(try saved() == ["1"])
        #expect(try store.labels().map(\.count) == [1])
        #expect(try store.unreadCounts().total == 0)
    }

    @Test("Rules save stored stories once, and see each account's own stories")
    func stored() throws {
        let second = store.of(try #require(try store.addAccount(named: "second", at: day(0))).id)
        for feed in [a, b] { try second.follow(feed) }
        try arrive()
        for store in [store, second] {
            try store.addRules([Rule(parsing: "save sources:>2"), Rule(parsing: "highlight is:story")], at: day(2))
        }
        #expect(try saved() == ["3"])
        let items = try second.items(ItemSelection(.followed), limit: nil).items
        #expect(items.map(\.isHighlighted) == [true, true] && items.allSatisfy { $0.savedAt == nil })
        try second.arrive("4", in: a, "Harbor|harbor|", at: 40)
        #expect(try second.items(ItemSelection(.followed), limit: 1).items.map(\.isHighlighted) == [false])
    }

    @Test("Rules about stories cost a refresh one statement while no story is concerned")
    func statements() throws {
        func count(_ number: Int) throws -> Int {
            let refresh = FeedUpdate(
                feed: a, scope: a.rawValue,
                items: [
                    FeedUpdate.Item(
                        id: "\(number + 10)", date: day(2), payload: Data("Item \(number)|page\(number)|".utf8))
                ], mode: .merge, fetchedAt: day(2, seconds: number))
            var statements: [String] = []
            try store.database.write(.rows) { connection in
                let counting = CountingConnection(connection)
                let db = store.transaction(counting, .rows)
                try FeedStore.commit([refresh], ledger: [], quotas: [], db)
                _ = try db.finish()
                statements = counting.statements
            }
            return statements.count
        }
        try arrive()
        try add("highlight title:nothing")
        _ = try count(1)
        let without = try count(2)
        try add("highlight sources:>2")
        #expect(try count(3) == without + 1)
    }
}
