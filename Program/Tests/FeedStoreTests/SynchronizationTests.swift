import FeedStore
import Foundation
import Search
import Testing

@Suite("Synchronizing programs")
struct SynchronizationTests {
    private let folder: TemporaryFolder
    private let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    /// The ids of items by their numbers, in the order in which they arrived.
    private func arrived(_ selection: ItemSelection = ItemSelection(.followed), _ own: FeedStore? = nil) throws
        -> [String]
    {
        var selection = selection
        (selection.order, selection.isOldestFirst) = (.arrival, true)
        let own = own ?? store
        return try own.items(numbered: own.numbers(of: selection, limit: 1_000)).map(\.item.key.id)
    }

    private func number(of id: String) throws -> NumberedItem.ID {
        let all = ItemSelection(.all, order: .arrival)
        let items = try store.items(numbered: store.numbers(of: all, limit: 1_000))
        return try #require(items.first { $0.item.key.id == id }).id
    }

    @Test("Synchronizing programs get items in the order of arrival, regardless of their dates")
    func order() throws {
        try store.follow(hello)
        try store.commit(merge(item("new", day(5)), on: 1, into: hello))
        try store.commit(merge(item("old", day(-900)), on: 2, into: hello))
        #expect(try arrived() == ["new", "old"])
        let since = try number(of: "new")
        var later = ItemSelection(.followed)
        later.above = since
        #expect(try arrived(later) == ["old"])
        later = ItemSelection(.followed)
        later.firstSeenSince = day(2)
        #expect(try arrived(later) == ["old"])
        later = ItemSelection(.followed)
        later.below = try number(of: "old")
        #expect(try arrived(later) == ["new"])
    }

    @Test("Synchronizing programs get an item of several feeds once, under the first followed one")
    func once() throws {
        try store.follow(top)
        try store.follow(hello)
        for feed in [hello, top] {
            try store.commit(FeedUpdate(feed: feed, scope: "s", items: [item("a")], mode: .merge, fetchedAt: day(1)))
        }
        #expect(try arrived() == ["a"])
        let number = try number(of: "a")
        #expect(try store.items(numbered: [number, number]).map(\.item.feed) == [top, top])
        for feed in [hello, top] { #expect(try arrived(ItemSelection(.feed(feed))) == ["a"]) }
    }

    @Test("Synchronizing programs get no item that is unknown, muted, or only another account's")
    func hidden() throws {
        let kim = try #require(try store.addAccount(named: "kim", at: day(0)))
        let other = store.of(kim.id)
        try store.follow(hello)
        try other.follow(top)
        try store.addRules([Rule(parsing: "mute boring")], at: day(0))
        try store.commit(
            merge(item("a"), item("b", search: SearchFields(title: "boring")), on: 1, into: hello))
        try other.commit(merge(item("c"), on: 1, into: top))
        #expect(try arrived() == ["a"])
        #expect(try arrived(ItemSelection(.followed), other) == ["c"])
        let theirs = try other.numbers(of: ItemSelection(.followed), limit: 1)
        #expect(try store.items(numbered: theirs + [999_999]).isEmpty)
        #expect(try store.mark(numbered: theirs + [999_999], as: [.saved, .read], at: day(2)) == 0)
        #expect(try store.items(ItemSelection(isSaved: true), limit: nil).items.isEmpty)
    }

    @Test("Synchronizing programs mark many items, and the same marks again change nothing")
    func marks() throws {
        try store.follow(hello)
        let items = (0..<1_200).map { item("\($0)", day(1, seconds: $0)) }
        try store.commit(FeedUpdate(feed: hello, items: items, mode: .merge, fetchedAt: day(2)))
        try store.mark(all: ItemSelection(.feed(hello)), as: .read, at: day(2))
        let numbers = try store.numbers(of: ItemSelection(.followed, order: .arrival), limit: 10_000)
        #expect(numbers.count == 1_200 && numbers == numbers.sorted(by: >))
        #expect(try store.mark(numbered: numbers, as: [.unread, .saved], at: day(3)) == 1_200)
        #expect(try store.mark(numbered: numbers, as: [.unread, .saved], at: day(4)) == 0)
        #expect(try store.unreadCounts().total == 1_200)
        #expect(try store.count(of: ItemSelection(.all, isSaved: true)) == 1_200)
    }

    @Test("Synchronizing programs learn of later marks, also by one row for a feed")
    func changed() throws {
        try store.follow(hello)
        try store.follow(top)
        try store.commit(merge(item("a"), item("b"), item("c"), on: 1, into: hello))
        try store.commit(merge(item("d"), on: 1, into: top))
        var since = ItemSelection(.followed)
        since.changedSince = day(3)
        #expect(try arrived(since) == [])
        try store.mark(keys(hello, "b"), as: .read, at: day(3))
        #expect(try arrived(since) == ["b"])
        try store.mark(all: ItemSelection(.feed(hello)), as: .read, at: day(4))
        #expect(try arrived(since) == ["c", "b", "a"])
        since.changedSince = day(5)
        #expect(try arrived(since) == [])
        try store.mark(keys(hello, "c"), as: .unread, at: day(5))
        #expect(try arrived(since) == ["c"])
    }

    private func follow(_ feed: FeedKey, in folder: String?) throws {
        try store.follow(
            feed, path: feed.rawValue, FollowSettings(folder: folder), at: day(0))
    }

    @Test("Synchronizing programs get a feed before its first refresh, and later the date of its last arrival")
    func subscriptions() throws {
        try follow(hello, in: "Tech")
        let first = try #require(try store.subscriptions().first)
        #expect(first.follow.feed == hello && first.newestArrival == nil && first.fetchedAt == nil)
        try store.commit(merge(item("a", day(-9)), on: 1, into: hello))
        let second = try #require(try store.subscriptions().first)
        #expect(second.id == first.id && second.newestArrival == day(1) && second.follow.settings.folder == "Tech")
    }

    @Test("Synchronizing programs get the folders of feeds and those added empty, with lasting numbers")
    func folders() throws {
        try follow(hello, in: "Tech")
        let tech = try #require(try store.folders().first)
        #expect(tech.path == "Tech")
        let later = try #require(try store.addFolder(" Later / "))
        #expect(later.path == "Later" && later.id != tech.id)
        #expect(try store.addFolder("Tech") == nil && store.addFolder(" / ") == nil)
        #expect(try store.folders() == [later, tech])
        // A folder that its last feed has left is gone; one that never had any stays.
        try follow(hello, in: "Later")
        #expect(try store.folders() == [later])
        try follow(hello, in: "")
        #expect(try store.folders() == [])
        try follow(hello, in: "Tech")
        #expect(try store.folders().map(\.path) == ["Tech"])
        #expect(try store.folders().map(\.id) != [tech.id])
    }

    @Test("Synchronizing programs rename a folder with its subfolders, and remove one without its feeds")
    func changes() throws {
        try follow(hello, in: "News")
        try follow(top, in: "News/Tech")
        let folders = try store.folders()
        #expect(try store.renameFolder(folders[0].id, to: "Press", at: day(1)))
        #expect(try store.folders().map(\.path) == ["Press", "Press/Tech"])
        #expect(try store.folders().map(\.id) == folders.map(\.id))
        #expect(try !store.renameFolder(folders[0].id, to: "Press/Tech", at: day(1)))
        #expect(try !store.renameFolder(999, to: "Other", at: day(1)))
        #expect(try store.removeFolder(folders[0].id, at: day(2)) && !store.removeFolder(999, at: day(2)))
        #expect(try store.followed().map(\.settings.folder) == [nil, "Press/Tech"])
        #expect(try store.count(of: ItemSelection(.inFolder(nil))) == 0)
    }

    @Test("Synchronizing programs store no U+0000, which both databases refuse in texts")
    func zeros() throws {
        try follow(hello, in: "Code")
        try follow(top, in: "Code/\0Tech\0")
        let folders = try store.folders()
        #expect(folders.map(\.path) == ["Code", "Code/Tech"])
        #expect(try !store.renameFolder(folders[0].id, to: "\0", at: day(1)))
        #expect(try store.renameFolder(folders[0].id, to: "Pro\0grams", at: day(1)))
        #expect(try store.folders().map(\.path) == ["Programs", "Programs/Tech"])
    }

    @Test("Synchronizing programs select a folder without its subfolders")
    func selection() throws {
        try follow(hello, in: "News")
        try follow(top, in: "News/Tech")
        try store.commit(merge(item("a"), on: 1, into: hello))
        try store.commit(merge(item("b"), on: 1, into: top))
        #expect(try arrived(ItemSelection(.inFolder("News"))) == ["a"])
        #expect(try arrived(ItemSelection(.folder("News"))) == ["a", "b"])
        try store.mark(all: ItemSelection(.inFolder("News")), as: .read, at: day(2))
        #expect(try arrived(ItemSelection(.followed, isUnread: true)) == ["b"])
    }

    @Test("Synchronizing programs sign in with tokens made of an app password and the account's name")
    func appPasswords() throws {
        let secret = try store.issueAppPassword(named: "Phone", at: day(0))
        let other = try store.issueAppPassword(named: "Tablet", at: day(0))
        for key in [secret, secret.googleLogin, secret.fever(user: "admin")] {
            #expect(try store.appPassword(for: key, at: day(1))?.name == "Phone")
        }
        #expect(try store.appPassword(for: secret.fever(user: "kim"), at: day(1)) == nil)
        #expect(try store.appPassword(for: other.googleLogin, at: day(1))?.name == "Tablet")
        // What md5sum says of "a:b".
        #expect(Secret("b").fever(user: "a").text == "d8160c9b3dc20d4e931aeb4f45262155")
    }
}
