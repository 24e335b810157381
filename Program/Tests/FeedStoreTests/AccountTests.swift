import FeedStore
import Foundation
import Search
import Testing

@Suite("An account")
struct AccountTests {
    let folder: TemporaryFolder
    let first: FeedStore
    let second: FeedStore
    private let secret = FeedKey("web/secret")

    /// The first account follows `secret` and `top`, the second one `top`.
    init() throws {
        folder = try TemporaryFolder()
        first = try folder.store()
        second = first.of(try #require(try first.addAccount(named: "second", at: day(0))).id)
        for feed in [secret, top] { try first.follow(feed) }
        try second.follow(top)
        let fields = SearchFields(kind: "entry", title: "Quiet harbor")
        try first.commit(
            FeedUpdate(
                feed: secret, scope: secret.rawValue, items: [item("s", day(1), search: fields)], mode: .merge,
                fetchedAt: day(1)),
            merge(item("a", day(1), search: fields), item("b", day(2)), on: 2, into: top))
    }

    @Test("The first account exists from the start, and others are added by a name that isn't taken")
    func names() throws {
        #expect(try first.accounts().map(\.name) == ["admin", "second"])
        #expect(try first.addAccount(named: "second", at: day(1)) == nil)
        #expect(first.account == Account.first && second.account == 2)
    }

    @Test("An account has marks of its own, on the same items")
    func marks() throws {
        try first.mark(keys(top, "a"), as: .read, at: day(3))
        try second.mark(keys(top, "b"), as: .saved, at: day(3))
        #expect(try first.unread(top) == ["b"] && second.unread(top) == ["b", "a"])
        #expect(try first.saved().isEmpty && second.saved() == ["b"])
        #expect(try first.readItems().map(\.key.id) == ["a"] && second.readItems().isEmpty)
        try second.mark(all: ItemSelection(.followed), as: .read, at: day(4))
        #expect(try first.unreadCounts().total == 2 && second.unreadCounts().total == 0)
    }

    @Test("An account has follows, visits, rules, destinations and positions of its own")
    func settings() throws {
        try first.follow(top, path: "news/Top", FollowSettings(name: "Mine", folder: "Work"), at: day(3))
        try first.visit(top, at: day(3))
        try first.visit(top, at: day(4))
        try first.addRules([Rule(parsing: "mute harbor"), Rule(parsing: "notify harbor")], at: day(3))
        try first.addDestination(named: "desk", settings: Data(), at: day(3))
        try first.store(Playback(address: "a.mp3", position: 3, date: day(3)), of: keys(top, "a")[0])
        #expect(try second.followed().map(\.settings) == [FollowSettings()])
        #expect(try second.lastVisit(of: top, at: day(9)) == nil)
        #expect(
            try second.rules().isEmpty && second.destinations().isEmpty
                && second.playback(of: keys(top, "a")[0]).isEmpty)
        #expect(try first.ids(top) == ["b"] && second.ids(top) == ["b", "a"])
        #expect(try first.unreadCounts().byFeed[top] == 1 && second.unreadCounts().byFeed[top] == 2)
        #expect(try second.addDestination(named: "desk", settings: Data(), at: day(3)))
        #expect(try second.addRules([Rule(parsing: "mute harbor")], at: day(3)).count == 1)
    }

    @Test("An account sees nothing of feeds that only others read")
    func separation() throws {
        let key = ItemKey(scope: secret.rawValue, id: "s")
        #expect(try second.followed().map(\.feed) == [top] && second.feeds().map(\.feed) == [top])
        #expect(try second.items(ItemSelection(), limit: nil).items.map(\.id) == ["b", "a"])
        #expect(try second.items(ItemSelection(isUnread: true), limit: nil).total == 2)
        #expect(try second.unreadCounts() == UnreadCounts(total: 2, byFeed: [top: 2]))
        for text in ["harbor", "kind:entry", "is:unread harbor"] {
            let found = try second.search(SearchQuery(parsing: text), order: .date, limit: 9, now: day(3))
            #expect(found.hits.map(\.item.id) == ["a"] && found.total == 1, "\(text)")
        }
        #expect(try second.testRule(Rule(parsing: "notify harbor"), limit: 9, now: day(3)).items.map(\.id) == ["a"])
        for mark in Mark.allCases { #expect(try second.mark([key], as: mark, at: day(3)).isEmpty) }
        #expect(try second.saved().isEmpty)
        #expect(try first.search(SearchQuery(parsing: "harbor"), order: .date, limit: 9, now: day(3)).total == 2)
    }

    @Test("An account is notified by its own rules about items of feeds that it reads")
    func notified() throws {
        for store in [first, second] {
            try store.addDestination(named: "desk", settings: Data(), at: day(3))
            try store.addRules([Rule(parsing: "notify harbor")], at: day(3))
        }
        let fields = SearchFields(title: "harbor again")
        try first.commit(
            FeedUpdate(
                feed: secret, scope: secret.rawValue, items: [item("t", day(4), search: fields)], mode: .merge,
                fetchedAt: day(4)),
            merge(item("c", day(4), search: fields), on: 4, into: top))
        func queued(_ store: FeedStore) throws -> [String?] {
            let destination = try #require(try store.destinations().first).id
            return try store.takeBatch(for: destination, limit: 9, now: day(5))?.notifications.map(\.item?.id) ?? []
        }
        #expect(try queued(first) == ["t", "c"] && queued(second) == ["c"])
    }

    @Test("An account is removed with all that it has; what was fetched stays")
    func removed() throws {
        try second.mark(keys(top, "b"), as: .saved, at: day(3))
        try second.addRules([Rule(parsing: "mute harbor")], at: day(3))
        #expect(try first.removeAccount(second.account))
        #expect(try !first.removeAccount(second.account))
        #expect(try !first.removeAccount(Account.first))
        #expect(try first.ids(top) == ["b", "a"])
        #expect(try folder.count("mark") == 0 && folder.count("rule") == 0 && folder.count("muted") == 0)
        let third = try #require(try first.addAccount(named: "second", at: day(4)))
        #expect(try first.of(third.id).followed().isEmpty && third.id == 3)
    }
}
