import Foundation
import Search
import SQL
import Testing

@testable import FeedStore

@Suite("Moved follows")
struct MovingTests {
    private let folder: TemporaryFolder
    private let store: FeedStore
    private static let old = FeedKey("web/https%3A%2F%2Fold.example%2Ffeed")
    private static let new = FeedKey("web/https%3A%2F%2Fnew.example%2Ffeed")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func arrive(_ items: FeedUpdate.Item..., into feed: FeedKey, on number: Int) throws {
        let refresh = FeedUpdate(
            feed: feed, scope: feed.rawValue, items: items, mode: .merge, fetchedAt: day(number),
            title: feed == Self.old ? "Old" : "New")
        try store.commit([refresh], ledger: [], quotas: [])
    }

    private func key(_ id: String, _ feed: FeedKey = old) -> ItemKey { ItemKey(scope: feed.rawValue, id: id) }

    /// Four items of a followed feed: “a” is read, “b” saved, “c” unread, and “d” read and saved.
    private func prepare(_ store: FeedStore) throws {
        try store.follow(Self.old, path: "web/old", FollowSettings(name: "Mine", folder: "News"), at: day(0))
        try arrive(
            item("a", day(1)), item("b", day(2)), item("c", day(3)), item("d", day(4)), into: Self.old, on: 4)
        try store.mark([key("a"), key("d")], as: .read, at: day(5))
        try store.mark([key("b"), key("d")], as: .saved, at: day(5))
    }

    private func move(_ store: FeedStore) throws -> Bool {
        try store.move(Self.old, to: Self.new, path: "web/new", at: day(6))
    }

    private func expectMoved(_ store: FeedStore, ids: [String], unread: [String]) throws {
        let follow = try #require(try store.followed().first)
        #expect(follow.feed == Self.new && follow.path == "web/new")
        #expect(follow.settings == FollowSettings(name: "Mine", folder: "News"))
        #expect(try store.ids(Self.new) == ids && Set(store.unread(Self.new)) == Set(unread))
        #expect(try Set(store.saved()) == ["b", "d"])
        let saved = try store.items(ItemSelection(.all, isSaved: true), limit: nil).items
        #expect(saved.allSatisfy { $0.feed == Self.new && $0.key.scope == Self.new.rawValue })
        #expect(try store.unreadCounts().total == unread.count)
        #expect(try store.items(ItemSelection(.all), limit: nil).items.count == ids.count)
    }

    @Test("A moved follow keeps its settings, its items with their numbers, and their marks")
    func alone() throws {
        try prepare(store)
        let numbers = try store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 9)
        #expect(try move(store))
        try expectMoved(store, ids: ["d", "c", "b", "a"], unread: ["b", "c"])
        #expect(try store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 9) == numbers)
        #expect(try folder.count("feed") == 1)
        // The next refresh finds them.
        try arrive(item("d", day(4)), item("e", day(7)), into: Self.new, on: 7)
        #expect(try Set(store.unread(Self.new)) == ["b", "c", "e"])
    }

    @Test("A moved follow has each item of both feeds once, and leaves later ones unread")
    func overlapping() throws {
        try prepare(store)
        // As checking the address stores it.
        try arrive(
            item("z", day(0)), item("c", day(3)), item("d", day(4)), item("e", day(5)), into: Self.new, on: 5)
        #expect(try move(store))
        try expectMoved(store, ids: ["e", "d", "c", "b", "a", "z"], unread: ["b", "c", "e"])
        #expect(try folder.count("item") == 6 && folder.count("feed") == 1)
    }

    @Test("A moved follow leaves the follows and marks of other accounts as they are")
    func shared() throws {
        try prepare(store)
        let other = try #require(try store.addAccount(named: "otto", at: day(0)))
        let otto = store.of(other.id)
        try otto.follow(Self.old, path: "web/old", FollowSettings(), at: day(5))
        try otto.mark([key("a"), key("c")], as: .saved, at: day(5))
        try otto.mark([key("b")], as: .read, at: day(5))
        try arrive(item("d", day(4)), into: Self.new, on: 5)
        #expect(try move(store))
        try expectMoved(store, ids: ["d", "c", "b", "a"], unread: ["b", "c"])
        #expect(try otto.followed().map(\.feed) == [Self.old])
        #expect(try otto.ids(Self.old) == ["d", "c", "b", "a"] && Set(otto.unread(Self.old)) == ["a", "c", "d"])
        #expect(try Set(otto.saved()) == ["a", "c"])
        #expect(try otto.items(ItemSelection(.all), limit: nil).items.allSatisfy { $0.feed == Self.old })
    }

    @Test("A moved follow changes the rules that name it, and no others")
    func rules() throws {
        try prepare(store)
        try store.addRules(
            [
                try Rule(parsing: "mute title:x in:\(Self.old)"), try Rule(parsing: "highlight in:news"),
                try Rule(parsing: "mark -in:\(Self.old) b"), try Rule(parsing: "mute in:\(Self.new) title:x"),
                try Rule(parsing: "mute title:x in:\(Self.new)"),
            ], at: day(5))
        #expect(try move(store))
        #expect(
            try store.rules().map(\.rule.text) == [
                "highlight in:news", "mark -in:\(Self.new) b", "mute in:\(Self.new) title:x",
                "mute title:x in:\(Self.new)",
            ])
    }

    @Test("A follow isn't moved if the other feed is followed, or the former one isn't")
    func refused() throws {
        #expect(try !move(store))
        try prepare(store)
        try store.follow(Self.new)
        #expect(try !move(store))
        #expect(try store.followed().map(\.feed) == [Self.old, Self.new] && store.ids(Self.old).count == 4)
    }

    @Test("A moved follow without items begins as any follow does")
    func unfetched() throws {
        try store.follow(Self.old, path: "web/old", FollowSettings(name: "Mine", folder: "News"), at: day(0))
        let items = (0..<40).map { item("\($0)", day(1, seconds: $0)) }
        try store.commit(
            [FeedUpdate(feed: Self.new, scope: Self.new.rawValue, items: items, mode: .merge, fetchedAt: day(2))],
            ledger: [], quotas: [])
        #expect(try move(store))
        #expect(try store.unread(Self.new).count == Following.unreadAtFirst && store.ids(Self.new).count == 40)
    }
}
