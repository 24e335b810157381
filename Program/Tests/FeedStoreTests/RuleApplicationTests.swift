import Foundation
import Search
import Testing

@testable import FeedStore

@Suite("Rules applied in batches")
struct RuleApplicationTests {
    let folder: TemporaryFolder
    /// A change applies rules to 10 items, and each further step to 10 more.
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store().applyingRules(.inBatches)
        try store.follow(hello)
        try store.commit(FeedUpdate(feed: hello, items: Self.items(0..<Self.count), mode: .merge, fetchedAt: day(1)))
    }

    private static let count = 35

    private static func items(_ numbers: Range<Int>, title: String = "Rust") -> [FeedUpdate.Item] {
        numbers.map { item("\($0)", day(0, seconds: $0), search: SearchFields(title: "\(title) \($0)")) }
    }

    private func add(_ rules: String..., to store: FeedStore, on number: Int = 2) throws {
        try store.addRules(rules.map { try Rule(parsing: $0) }, at: day(number))
    }

    private func add(_ rules: String..., on number: Int = 2) throws {
        try store.addRules(rules.map { try Rule(parsing: $0) }, at: day(number))
    }

    private func muted() throws -> Set<String> {
        Set(try store.items(ItemSelection(isMuted: true), limit: nil).items.map(\.id))
    }

    private static func ids(_ numbers: Range<Int>) -> Set<String> { Set(numbers.map(String.init)) }

    /// Continues until nothing is left.
    private func finish(_ store: FeedStore, by worker: String = "server", on number: Int = 3) throws {
        while try store.applyRules(by: worker, now: day(number)) {}
        #expect(try store.ruleProgress() == nil && folder.count("rule_progress") == 0)
    }

    @Test("Rules in batches begin with the newest items and report their progress; lists and counts agree")
    func batches() throws {
        try add("mute rust")
        for done in [10, 20, 30] {
            #expect(try store.ruleProgress() == RuleProgress(applied: done, total: Self.count))
            #expect(try muted() == Self.ids(Self.count - done..<Self.count))
            let snapshot = try store.snapshot(of: hello, limit: nil)
            #expect(snapshot.total == Self.count - done && snapshot.mutedCount == done)
            #expect(try store.applyRules(by: "server", now: day(3)))
        }
        #expect(try store.ruleProgress() == nil && muted() == Self.ids(0..<Self.count))
        #expect(try !store.applyRules(by: "server", now: day(3)))
    }

    @Test("Rules are applied to everything before a change returns, by default")
    func whole() throws {
        let reported = Collected()
        var applying = RuleApplying { reported.add("\($0.applied) of \($0.total)") }
        (applying.batch, applying.batchTime) = (10, .zero)
        try add("mute rust", to: store.applyingRules(applying))
        #expect(try store.ruleProgress() == nil && muted() == Self.ids(0..<Self.count))
        #expect(reported.all == [10, 20, 30].map { "\($0) of \(Self.count)" })
    }

    @Test("Rules in batches are applied to items that arrive or change meanwhile as these are stored")
    func arriving() throws {
        try add("mute swift")
        let changed = Self.items(0..<1, title: "Swift") + Self.items(90..<91, title: "Swift")
        try store.commit(FeedUpdate(feed: hello, items: changed, mode: .merge, fetchedAt: day(2)))
        #expect(try muted() == ["0", "90"])
        try finish(store)
        #expect(try muted() == ["0", "90"])
    }

    @Test("Rules in batches continue in another process after one ended")
    func continued() throws {
        try add("mute rust", "mark rust")
        try store.close()
        let other = try folder.store().applyingRules(.inBatches)
        #expect(try other.ruleProgress()?.applied == 10)
        try finish(other)
        let items = try other.items(ItemSelection(isMuted: true), limit: nil).items
        #expect(items.count == Self.count && items.allSatisfy { !$0.isUnread })
    }

    @Test("Rules in batches are taken back in batches if one is removed while it is applied")
    func removed() throws {
        try add("mute rust", "highlight rust")
        #expect(try store.applyRules(by: "server", now: day(3)))
        for rule in try store.rules() { try store.removeRule(rule.id, at: day(3)) }
        #expect(try store.rules().isEmpty && store.ruleProgress() != nil)
        try finish(store)
        let items = try store.snapshot(of: hello, limit: nil).items
        #expect(try muted().isEmpty && items.count == Self.count && items.allSatisfy { !$0.isHighlighted })
    }

    @Test("Rules in batches act once on each item, also if a rule is added meanwhile")
    func twoInTurn() throws {
        try add("mark rust")
        let newest = "\(Self.count - 1)"
        try store.mark(keys(hello, newest), as: .unread, at: day(2))
        try add("save rust", on: 3)
        try finish(store)
        #expect(try store.unread() == [newest] && Set(store.saved()) == Self.ids(0..<Self.count))
        try store.mark(keys(hello, "3"), as: .unread, at: day(4))
        try store.mark(keys(hello, "3"), as: .unsaved, at: day(4))
        try add("mute nothing", on: 5)
        try finish(store)
        #expect(try Set(store.unread()) == [newest, "3"] && !store.saved().contains("3"))
    }

    @Test("Rules in batches are continued by one of several servers, and by another after that has ended")
    func claimed() throws {
        try add("mute rust")
        let other = try folder.store().applyingRules(.inBatches)
        #expect(try store.applyRules(by: "one", now: day(2)))
        #expect(try !other.applyRules(by: "other", now: day(2, seconds: 9)))
        #expect(try other.ruleProgress()?.applied == 20)
        #expect(try other.applyRules(by: "other", now: day(2, seconds: 11)))
        #expect(try !store.applyRules(by: "one", now: day(2, seconds: 12)))
        #expect(try store.ruleProgress()?.applied == 30)
        try finish(other, by: "other")
        #expect(try muted() == Self.ids(0..<Self.count))
    }

    @Test("Rules in batches lose nothing if several threads apply them at the same time")
    func concurrent() async throws {
        try add("mute rust", "save rust", "mark rust")
        let folder = folder
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    // Each begins after the others' claims.
                    let store = try folder.store().applyingRules(.inBatches)
                    var seconds = number
                    while try store.ruleProgress() != nil {
                        try store.applyRules(by: "\(number)", now: day(3, seconds: seconds))
                        seconds += 20
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try Set(store.saved()) == Self.ids(0..<Self.count) && store.unread().isEmpty)
        #expect(try folder.count("rule_match") == 2 * Self.count && muted().isEmpty)
    }

    @Test("Rules in batches save items in one order, regardless of the number of batches")
    func order() throws {
        try add("save rust")
        for number in 3..<6 { _ = try store.applyRules(by: "server", now: day(number)) }
        let whole = try TemporaryFolder()
        let one = try whole.store()
        try one.commit(FeedUpdate(feed: hello, items: Self.items(0..<Self.count), mode: .merge, fetchedAt: day(1)))
        try add("save rust", to: one)
        #expect(try store.saved() == one.saved() && store.saved().count == Self.count)
    }

    @Test("Rules in batches are applied again after a folder has changed")
    func folders() throws {
        try add("mute folder:work")
        #expect(try store.ruleProgress() != nil)
        try finish(store)
        try store.follow(hello, path: hello.rawValue, FollowSettings(folder: "work"), at: day(3))
        #expect(try muted() == Self.ids(25..<Self.count) && store.ruleProgress()?.applied == 10)
        try finish(store, on: 4)
        #expect(try muted() == Self.ids(0..<Self.count))
        try store.arrange([hello], folders: [hello: ""], at: day(5))
        try finish(store, on: 5)
        #expect(try muted().isEmpty)
    }

    @Test("Rules that only notify of new items or change no list aren't applied to stored items")
    func nothingToDo() throws {
        try add("notify rust", "notify 3 items in 1h in:github")
        #expect(try store.ruleProgress() == nil)
        try add("mark nothing")
        try finish(store)
        for rule in try store.rules() { try store.removeRule(rule.id, at: day(4)) }
        #expect(try store.ruleProgress() == nil)
    }

    @Test("Rules in batches notify of no absence until the last item is known")
    func absence() throws {
        try store.addDestination(named: "desk", settings: Data("{}".utf8), at: day(1))
        try store.commit(
            FeedUpdate(feed: hello, items: [item("late", day(50))], mode: .merge, fetchedAt: day(50)))
        try add("notify no item for 30d in:github", on: 60)
        try store.commit(FeedUpdate(feed: hello, items: [], mode: .merge, fetchedAt: day(90)))
        try store.checkAbsences(now: day(90))
        #expect(try folder.count("notification") == 0)
        try finish(store, on: 90)
        try store.checkAbsences(now: day(90))
        #expect(try folder.count("notification") == 1)
    }

    @Test("Rules in batches belong to one account, and don't change others' steps and lists")
    func accounts() throws {
        let other = store.of(try #require(try store.addAccount(named: "eva", at: day(0))).id)
        try other.follow(hello)
        try add("mute rust", to: other)
        #expect(try store.ruleProgress() == nil && other.ruleProgress()?.total == Self.count)
        try finish(store)
        #expect(try muted().isEmpty && other.ids().isEmpty && other.ruleProgress() == nil)
    }
}
