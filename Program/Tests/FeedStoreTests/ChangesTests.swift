import Foundation
import SQL
import Search
import Testing

@testable import FeedStore

@Suite("Announced changes")
struct ChangesTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        try store.commit(merge(item("a"), on: 1))
        try store.follow(hello, on: 1)
    }

    /// Waits for changes until they include some, or else until the time limit of the test.
    private func changes(of store: FeedStore, until isEnough: (StoreChanges) -> Bool) -> StoreChanges {
        var all = StoreChanges()
        while !isEnough(all) { all.formUnion(store.waitForChanges(atMost: 60)) }
        return all
    }

    @Test("The first wait for changes returns everything")
    func first() {
        #expect(store.waitForChanges(atMost: 60).isEverything)
    }

    @Test("Changes of this store name its account and its feeds")
    func own() throws {
        _ = store.waitForChanges(atMost: 60)
        try store.mark(keys(hello, "a"), as: .saved, at: day(2))
        #expect(store.waitForChanges(atMost: 60) == StoreChanges(accounts: [1]))
        try store.commit(merge(item("b"), on: 2, into: top))
        #expect(store.waitForChanges(atMost: 60) == StoreChanges(feeds: [top]))
        try store.commit(merge(item("c"), on: 2), merge(item("c"), on: 2, into: top))
        #expect(store.waitForChanges(atMost: 60) == StoreChanges(feeds: [hello, top]))
        _ = try store.addAccount(named: "anna", password: nil, isAdministrator: false, at: day(2))
        #expect(store.waitForChanges(atMost: 60).isEverything)
        try store.mark(keys(hello, "a"), as: .saved, at: day(2))
        #expect(store.waitForChanges(atMost: 0).isEmpty)
    }

    @Test("Changes of an account are pending until they are returned")
    func pending() throws {
        _ = store.waitForChanges(atMost: 60)
        #expect(!store.hasPendingChanges)
        try store.mark(keys(hello, "a"), as: .saved, at: day(2))
        #expect(store.hasPendingChanges)
        #expect(!store.of(2).hasPendingChanges)
        _ = store.waitForChanges(atMost: 60)
        #expect(!store.hasPendingChanges)
    }

    @Test("Changes of a refresh name the accounts whose rules acted")
    func rules() throws {
        let anna = try #require(
            try store.addAccount(named: "anna", password: nil, isAdministrator: false, at: day(2)))
        let other = store.of(anna.id)
        try other.follow(hello, on: 2)
        try other.addRules([Rule(parsing: "mark x")], at: day(2))
        _ = store.waitForChanges(atMost: 60)
        try store.commit(merge(item("x", search: .init(title: "x")), on: 3))
        #expect(store.waitForChanges(atMost: 60) == StoreChanges(accounts: [anna.id], feeds: [hello]))
    }

    @Test("Changes of another store are noticed")
    func others() throws {
        let other = try folder.store()
        _ = changes(of: store) { $0.isEverything }
        try other.mark(keys(hello, "a"), as: .saved, at: day(2))
        let found = changes(of: store) { $0.isEverything || $0.accounts.contains(1) }
        if !TestedDatabase.isSQLite { #expect(found == StoreChanges(accounts: [1])) }
        try other.commit(merge(item("b"), on: 2, into: top))
        let fed = changes(of: store) { $0.isEverything || $0.feeds.contains(top) }
        if !TestedDatabase.isSQLite { #expect(fed == StoreChanges(feeds: [top])) }
    }

    @Test("Changes of another store are found if their announcement was lost", .enabled(if: !TestedDatabase.isSQLite))
    func lost() throws {
        _ = changes(of: store) { $0.isEverything }
        try folder.execute("UPDATE feed SET change_number = nextval('change_number') WHERE key = '\(hello.rawValue)'")
        #expect(changes(of: store) { !$0.isEmpty } == StoreChanges(feeds: [hello]))
        try folder.execute("UPDATE account SET change_number = nextval('change_number')")
        #expect(changes(of: store) { !$0.isEmpty } == StoreChanges(accounts: [1]))
        try folder.execute("UPDATE sequence SET change_number = nextval('change_number')")
        #expect(changes(of: store) { !$0.isEmpty }.isEverything)
    }

    @Test("Changes of too many feeds are announced as everything")
    func many() {
        let feeds = (0..<3_000).map { FeedKey("web/feed\($0)") }
        let numbers = feeds.map { (CommittedChanges.Part.feed($0), Int64(1_000_000)) }
        let all = CommittedChanges(
            changes: StoreChanges(feeds: Set(feeds)), changeNumbers: Dictionary(uniqueKeysWithValues: numbers))
        let announced = Announcement(sender: "s", all).text
        #expect(announced.utf8.count <= Announcement.mostBytes)
        #expect(Announcement(announced).committed.changes == StoreChanges(isEverything: true))
    }

    @Test("Changes are read from their announcement as they were")
    func announcement() {
        let one = CommittedChanges(
            changes: StoreChanges(accounts: [3, 12], feeds: [top, FeedKey("web/a=b")]),
            changeNumbers: [.account(3): 7, .feed(top): 9, .feed(FeedKey("web/a=b")): 11])
        let sent = Announcement(sender: "s", one)
        #expect(Announcement(sent.text) == sent)
        #expect(Announcement("from another version").committed.changes.isEverything)
    }

    @Test("Changes with lower numbers than known ones are found for a minute")
    func outOfOrder() {
        var known = KnownChangeNumbers()
        #expect(known.update(.init(changeNumbers: [.everything: 5], lastNumber: 100), at: 0).isEverything)
        known.note([.account(1): 150])
        let second = KnownChangeNumbers.Findings(
            changeNumbers: [.everything: 5, .account(1): 150, .account(2): 120], lastNumber: 200)
        #expect(known.update(second, at: 30) == StoreChanges(accounts: [2]))
        let third = KnownChangeNumbers.Findings(
            changeNumbers: [.everything: 5, .account(1): 150, .account(2): 120, .account(3): 90], lastNumber: 200)
        #expect(known.update(third, at: 59) == StoreChanges(accounts: [3]))
        #expect(known.update(third, at: 61).isEmpty)
        #expect(known.floor == 100 && known.lastNumber == nil)
        #expect(known.update(.init(changeNumbers: [.everything: 5], lastNumber: 200), at: 130).isEmpty)
        #expect(known.floor == 200 && known.lastNumber == 200)
    }
}
