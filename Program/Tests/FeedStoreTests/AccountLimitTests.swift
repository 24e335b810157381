import Foundation
import Search
import Testing
import WebText

@testable import FeedStore

@Suite("The limits of an account")
struct AccountLimitTests {
    let folder: TemporaryFolder
    let first: FeedStore
    let second: FeedStore
    private let other = FeedKey("news/other")

    init() throws {
        folder = try TemporaryFolder()
        var limits = AccountLimits()
        (limits.follows, limits.rules, limits.saved, limits.destinations, limits.awaited) = (2, 2, 2, 1, 2)
        first = try folder.store(.init(busyTimeout: 120, measureKinds: .all(.points), limits: limits))
        second = first.of(try #require(try first.addAccount(named: "second", at: day(0))).id)
    }

    private func reached(_ kind: AccountLimits.Kind, _ limit: Int) -> FeedStoreError {
        .limitReached(kind, limit: limit)
    }

    /// Both accounts follow a feed with four items.
    private func fill() throws {
        for store in [first, second] { try store.follow(top) }
        try first.commit(
            merge(item("a", day(1)), item("b", day(2)), item("c", day(3)), item("d", day(4)), on: 4, into: top))
    }

    @Test("A limit bounds follows, but existing ones can still be changed and restored")
    func follows() throws {
        try second.follow(top)
        try second.follow(hello)
        #expect(throws: reached(.follows, 2)) { try second.follow(other) }
        #expect(try !second.follow(top, path: "news/top", FollowSettings(name: "Top"), at: day(1)))
        #expect(try second.followed().map(\.feed) == [top, hello])
        try second.unfollow(top, at: day(2))
        try second.follow(other)
        let restored = StoredFollow(feed: top, path: "news/top", since: day(1))
        #expect(throws: reached(.follows, 2)) { try second.restore(restored, after: nil, at: day(3)) }
        #expect(try second.followed().map(\.feed) == [hello, other])
    }

    @Test("A limit bounds rules and destinations")
    func rules() throws {
        try second.addRules([Rule(parsing: "mute a")], at: day(1))
        let rules = try ["mute b", "mute c"].map { try Rule(parsing: $0) }
        #expect(throws: reached(.rules, 2)) { try second.addRules(rules, at: day(1)) }
        #expect(try second.rules().map(\.rule.text) == ["mute a"])
        try second.addRules([rules[0]], at: day(1))
        #expect(try second.addRules(rules.dropLast(), at: day(2)).isEmpty)
        try second.addDestination(named: "desk", settings: Data(), at: day(1))
        #expect(throws: reached(.destinations, 1)) {
            try second.addDestination(named: "phone", settings: Data(), at: day(1))
        }
        #expect(try second.destinations().map(\.name) == ["desk"])
    }

    @Test("A limit bounds folders without feeds")
    func folders() throws {
        _ = try second.addFolder("One")
        _ = try second.addFolder("Two")
        #expect(throws: reached(.folders, 2)) { try second.addFolder("Three") }
        #expect(try second.folders().map(\.path) == ["One", "Two"])
    }

    @Test("A limit bounds saved items, one by one and many together")
    func saved() throws {
        try fill()
        try second.mark(keys(top, "a", "b"), as: .saved, at: day(5))
        #expect(throws: reached(.saved, 2)) { try second.mark(keys(top, "c"), as: .saved, at: day(5)) }
        #expect(throws: reached(.saved, 2)) { try second.mark(all: ItemSelection(.followed), as: .saved, at: day(5)) }
        #expect(throws: reached(.saved, 2)) { try second.mark(each: ItemSelection(.followed), as: .saved, at: day(5)) }
        #expect(try Set(second.saved()) == ["a", "b"])
        try second.mark(keys(top, "a"), as: .unsaved, at: day(6))
        try second.mark(keys(top, "c"), as: .saved, at: day(6))
        #expect(try Set(second.saved()) == ["b", "c"])
    }

    @Test("A limit keeps rules from saving more, and never fails a refresh")
    func savingRules() throws {
        try fill()
        try second.mark(keys(top, "a"), as: .saved, at: day(5))
        try second.addRules([Rule(parsing: "save kind:entry")], at: day(5))
        let fields = SearchFields(kind: "entry", title: "New")
        try first.commit(
            merge(
                item("e", day(5), search: fields), item("f", day(6), search: fields), item("g", day(7), search: fields),
                on: 7, into: top))
        #expect(try second.saved().count == 2 && second.saved().contains("a"))
        #expect(try second.ids(top).count == 7)
    }

    @Test("A limit bounds imports, which then change nothing")
    func imports() throws {
        var export = StoreExport()
        export.follows = [top, hello, other].map { StoredFollow(feed: $0, path: $0.rawValue, since: day(1)) }
        #expect(throws: reached(.follows, 2)) { try second.add(export, at: day(2)) }
        export = StoreExport(rules: try ["mute a", "mute b", "mute c"].map { try Rule(parsing: $0) })
        #expect(throws: reached(.rules, 2)) { try second.add(export, at: day(2)) }
        export = StoreExport(
            saved: ["a", "b", "c"].map {
                StoreExport.SavedItem(scope: "s", feed: top, savedAt: day(1), item: item($0, day(1)))
            })
        #expect(throws: reached(.saved, 2)) { try second.add(export, at: day(2)) }
        export = StoreExport(
            read: ["a", "b", "c"].map { StoreExport.ReadItem(key: ItemKey(scope: "s", id: $0), readAt: day(1)) })
        #expect(throws: reached(.awaited, 2)) { try second.add(export, at: day(2)) }
        #expect(try second.followed().isEmpty && second.rules().isEmpty && second.saved().isEmpty)
        #expect(try second.readItems().isEmpty)
        export.read.removeLast()
        #expect(try second.add(export, at: day(2)).added == 2)
    }

    @Test("Limits don't hold for administrators, nor for an account alone")
    func administrators() throws {
        for feed in [top, hello, other] { try first.follow(feed) }
        try first.addRules(["mute a", "mute b", "mute c"].map { try Rule(parsing: $0) }, at: day(1))
        #expect(try first.followed().count == 3 && first.rules().count == 3)
        try first.setAdministrator(true, second.account)
        for feed in [top, hello, other] { try second.follow(feed) }
        try first.setAdministrator(false, second.account)
        #expect(throws: reached(.follows, 2)) { try second.follow(FeedKey("news/fourth")) }
        #expect(try second.followed().count == 3)
    }

    @Test("A reached limit is named with the remedy")
    func messages() {
        for kind in AccountLimits.Kind.allCases {
            let message = reached(kind, AccountLimits()[kind]).description
            #expect(message.contains("at most \(AccountLimits()[kind].grouped)"), "\(message)")
            #expect(reached(kind, 1).isLimit)
        }
        #expect(reached(.follows, 2_000).description.contains("2,000 feeds"))
    }
}
