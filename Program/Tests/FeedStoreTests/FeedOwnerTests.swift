import FeedStore
import Foundation
import Search
import Testing

@Suite("Feeds with restricted readers")
struct FeedOwnerTests {
    let folder: TemporaryFolder
    let first: FeedStore
    let second: FeedStore
    private let vault = FeedKey("web/vault")

    /// Both accounts follow `vault` and `top`, which share the item `both`.
    init() throws {
        folder = try TemporaryFolder()
        first = try folder.store()
        second = first.of(try #require(try first.addAccount(named: "second", at: day(0))).id)
        for feed in [vault, top] {
            try first.follow(feed)
            try second.follow(feed)
        }
        try first.commit(refresh(.asBefore), merge(item("both", day(1)), on: 1, into: top))
    }

    private func refresh(_ access: FeedUpdate.Access, _ ids: String..., on number: Int = 1) -> FeedUpdate {
        let fields = SearchFields(title: "Quiet harbor")
        var refresh = FeedUpdate(
            feed: vault, scope: top.upstream,
            items: (ids + ["own", "both"]).map { item($0, day(number), search: fields) },
            mode: .merge, fetchedAt: day(number), title: "Vault \(number)")
        refresh.access = access
        return refresh
    }

    /// What an account finds of the feed's own items, wherever it may look.
    private func found(_ store: FeedStore) throws -> [String] {
        let key = ItemKey(scope: top.upstream, id: "own")
        var found: [String] = []
        func look(_ name: String, _ holds: Bool) { if holds { found.append(name) } }
        look("snapshot", try store.ids(vault).contains("own"))
        look("items", try !store.items(of: vault, ids: ["own"]).isEmpty)
        for (name, selection) in [
            ("all", ItemSelection()), ("followed", ItemSelection(.followed)), ("feed", ItemSelection(.feed(vault))),
            ("unread", ItemSelection(.followed, isUnread: true)),
        ] {
            look(name, try store.items(selection, limit: nil).items.map(\.id).contains("own"))
            look(name + " numbers", try store.numbers(of: selection, limit: 9).count > 1)
        }
        look("counts", try store.unreadCounts().byFeed[vault] ?? 0 > 0)
        let search = try store.search(SearchQuery(parsing: "harbor"), order: .date, limit: 9, now: day(9))
        look("search", search.hits.map(\.item.id).contains("own"))
        look("subscription", try store.subscriptions().map(\.follow.feed).contains(vault))
        look("title", try store.followed().contains { $0.title?.hasPrefix("Vault") ?? false })
        look("summary", try store.feeds().map(\.feed).contains(vault))
        look(
            "rule",
            try store.testRule(Rule(parsing: "notify harbor"), limit: 9, now: day(9)).items.map(\.id).contains("own"))
        look("mark", try !store.mark([key], as: .read, at: day(9)).isEmpty)
        try store.mark([key], as: .unread, at: day(9))
        look("playback", try store.store(Playback(address: "a", position: 1, date: day(9)), of: key))
        return found
    }

    private static let everywhere = [
        "snapshot", "items", "all", "all numbers", "followed", "followed numbers", "feed", "feed numbers", "unread",
        "unread numbers", "counts", "search", "subscription", "title", "summary", "rule", "mark", "playback",
    ]

    @Test("A feed is read by everybody until a refresh restricts it")
    func everybody() throws {
        #expect(try found(second) == Self.everywhere)
        #expect(try found(first) == Self.everywhere)
        #expect(try second.mayRead(vault) && first.mayRead(vault))
    }

    @Test("A feed with an owner is invisible to others, and the owner keeps it")
    func owned() throws {
        try second.commit(refresh(.only(Account.first), on: 2))
        #expect(try found(second) == [])
        #expect(try found(first) == Self.everywhere)
        #expect(try !second.mayRead(vault) && first.mayRead(vault))
        try second.visit(vault, at: day(3))
        try second.mark(all: ItemSelection(.feed(vault)), as: .saved, at: day(3))
        #expect(try found(second) == [])
        #expect(try second.lastVisit(of: vault, at: day(9)) == nil)
        #expect(try second.unreadCounts().byFeed[top] == 1 && second.ids(top) == ["both"])
        #expect(try second.followed().map(\.feed) == [vault, top])
    }

    @Test("A restricted feed returns to its followers when it is for everybody")
    func again() throws {
        try first.commit(refresh(.only(second.account), on: 2))
        #expect(try found(first) == [])
        #expect(try found(second) == Self.everywhere)
        try second.commit(.unchanged(vault, fetchedAt: day(3)))
        #expect(try found(first) == [])
        try second.commit(refresh(.everybody, on: 4))
        #expect(try first.mayRead(vault) && first.ids(vault).contains("own"))
        try first.visit(vault, at: day(5))
        #expect(try found(first) == Self.everywhere)
    }

    @Test("A feed in a private network is the administrators' while they are administrators")
    func administrators() throws {
        try first.commit(refresh(.administrators, on: 2))
        #expect(try found(second) == [])
        #expect(try found(first) == Self.everywhere)
        try first.setAdministrator(true, second.account)
        try second.visit(vault, at: day(3))
        #expect(try second.mayRead(vault))
        #expect(try found(second) == Self.everywhere)
        try first.setAdministrator(false, second.account)
        #expect(try found(second) == [])
    }

    @Test("A feed is removed with its owner, except for items that other feeds list")
    func removal() throws {
        try second.commit(refresh(.only(second.account), on: 2))
        try first.removeAccount(second.account)
        #expect(try first.items(ItemSelection(), limit: nil).items.map(\.id) == ["both"])
        #expect(try first.mayRead(vault) && first.ids(vault) == [])
    }

    @Test("A restricted feed and an account's own token are copied, and the token is removed with the account")
    func token() throws {
        try second.setOwnToken("secret", for: "github")
        try second.commit(refresh(.only(second.account), on: 2))
        #expect(try second.ownToken(for: "github") == "secret" && first.ownToken(for: "github") == nil)
        #expect(try second.ownToken(for: "web") == nil)
        let other = try TemporaryFolder()
        let copy = try other.store()
        try first.copy(to: copy)
        #expect(try copy.of(second.account).ownToken(for: "github") == "secret" && !copy.mayRead(vault))
        try second.setOwnToken("newer", for: "github")
        #expect(try second.ownToken(for: "github") == "newer")
        try second.setOwnToken(nil, for: "github")
        #expect(try second.ownToken(for: "github") == nil)
        try copy.removeAccount(second.account)
        #expect(try copy.of(second.account).ownToken(for: "github") == nil)
    }
}
