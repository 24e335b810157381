import FeedStore
import Foundation
import Search
import Testing

@Suite("A selection of items")
struct SelectionTests {
    let folder: TemporaryFolder
    let store: FeedStore
    private let best = FeedKey("news/best")
    private let morning = FollowSettings(folder: "Morning")

    /// `top` lists a (day 1), b (day 2), c (day 3); `best`, in a folder, c and d (undated, seen on day 4); `hello`,
    /// which isn't followed, e (day 5).
    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        try store.follow(top)
        try store.follow(best, path: "news/best", morning, at: day(0))
        try store.commit(
            merge(item("a", day(1)), item("b", day(2)), item("c", day(3)), on: 4, into: top),
            merge(item("c", day(3)), item("d"), on: 4, into: best), merge(item("e", day(5)), on: 5))
    }

    private func ids(_ selection: ItemSelection) throws -> [String] {
        try store.items(selection, limit: nil).items.map(\.id)
    }

    @Test("A selection lists each item once, newest first, undated ones by when they were first seen")
    func all() throws {
        #expect(try ids(ItemSelection()) == ["e", "d", "c", "b", "a"])
        #expect(try ids(ItemSelection(.followed)) == ["d", "c", "b", "a"])
        #expect(try ids(ItemSelection(.feed(best))) == ["d", "c"])
        #expect(try ids(ItemSelection(.feed(FeedKey("nobody")))).isEmpty)
        #expect(try ids(ItemSelection(.folder("Morning"))) == ["d", "c"])
        #expect(try ids(ItemSelection(.folder("morning"))).isEmpty)
        try store.follow(best, path: "", FollowSettings(folder: "Morning/Coffee"), at: day(6))
        for folder in ["Morning", "Morning/Coffee"] { #expect(try ids(ItemSelection(.folder(folder))) == ["d", "c"]) }
        for folder in ["Morn", "Morning/", "Coffee", "Morning/Coffee/x"] {
            #expect(try ids(ItemSelection(.folder(folder))).isEmpty)
        }
    }

    @Test("A selection can be listed oldest first, in parts too")
    func oldestFirst() throws {
        #expect(try ids(ItemSelection(.followed, isOldestFirst: true)) == ["a", "b", "c", "d"])
        let part = try store.items(ItemSelection(.followed, isOldestFirst: true), offset: 1, limit: 2)
        #expect(part.items.map(\.id) == ["b", "c"] && part.total == 4)
        try store.mark(keys(top, "c", "a"), as: .saved, at: day(6))
        try store.mark(keys(top, "b"), as: .saved, at: day(7))
        #expect(try ids(ItemSelection(isSaved: true, isOldestFirst: true)).last == "b")
    }

    @Test("A selection is bounded by a limit, while the total isn't")
    func limit() throws {
        let list = try store.items(ItemSelection(.followed), limit: 2)
        #expect(list.items.map(\.id) == ["d", "c"] && list.total == 4)
        #expect(try store.items(ItemSelection(), limit: -1) == ItemList(total: 5))
    }

    @Test("A selection is read in parts, each with the number of all items")
    func parts() throws {
        let list = try store.items(ItemSelection(.followed), offset: 1, limit: 2)
        #expect(list.items.map(\.id) == ["c", "b"] && list.total == 4)
        let end = try store.items(ItemSelection(.followed), offset: 9, limit: 2)
        #expect(end.items.isEmpty && end.total == 4)
    }

    @Test("A selection of unread items can have those that were read since a date, in their places")
    func readSince() throws {
        try store.mark(keys(top, "a"), as: .read, at: day(6))
        try store.mark(keys(top, "c"), as: .read, at: day(8))
        let selection = ItemSelection(.followed, isUnread: true, readSince: day(7))
        #expect(try ids(selection) == ["d", "c", "b"])
        #expect(try store.items(selection, limit: 1).total == 3)
        try store.unfollow(top)
        #expect(try ids(selection) == ["d", "c"])
    }

    @Test(
        "A selection of unread items has none that following their feed marked as read",
        arguments: [true, false])
    func initialized(isStoredFirst: Bool) throws {
        let new = FeedKey("web/new")
        let items = (0..<30).map { item("n\($0)", day(1, seconds: $0)) }
        if isStoredFirst { try store.commit(FeedUpdate(feed: new, items: items, mode: .merge, fetchedAt: day(8))) }
        try store.follow(new, path: "web/new", FollowSettings(), at: day(9))
        if !isStoredFirst { try store.commit(FeedUpdate(feed: new, items: items, mode: .merge, fetchedAt: day(10))) }
        let selection = ItemSelection(.feed(new), isUnread: true, readSince: day(7))
        #expect(try store.items(selection, limit: nil).total == 20)
    }

    @Test("A selection chooses by words in an item's texts and in the names of feeds, in any case")
    func words() throws {
        let fields = SearchFields(title: "Ärger am Hafen", author: "Mia", source: "harbor.example", tags: ["boats"])
        let found = FeedUpdate.Item(id: "w", date: day(7), payload: Data("w".utf8), search: fields)
        try store.commit(
            [FeedUpdate(feed: top, items: [found], mode: .merge, fetchedAt: day(9))], ledger: [], quotas: [])
        func ids(_ words: String..., feeds: [FeedKey] = []) throws -> [String] {
            try self.ids(ItemSelection(.followed, words: words.map { .init($0, feeds: feeds) }))
        }
        #expect(try ids("ärger", "mia") == ["w"] && ids("hafen", "zzz").isEmpty)
        #expect(try ids("harb") == ["w"] && ids("oat") == ["w"] && ids("'\"%").isEmpty)
        #expect(try ids("none", feeds: [best]) == ["d", "c"])
        let one = ItemSelection(.followed, words: [.init("hafen")])
        #expect(try store.items(one, limit: 0).total == 1)
        #expect(try store.mark(each: one, as: .read, at: day(9)).items.map(\.id) == ["w"])
        let filter = ItemFilter(words: ["hafen", "mia"])
        let snapshot = try store.snapshot(of: top, order: .newest, filter: filter, limit: nil)
        #expect(snapshot.items.map(\.id) == ["w"] && snapshot.total == 1)
        let rest = try store.snapshot(of: top, order: .newest, filter: ItemFilter(), offset: 1, limit: 2)
        #expect(rest.items.map(\.id) == ["c", "b"] && rest.total == 4)
    }

    @Test("A selection chooses by marks and date")
    func marks() throws {
        try store.mark(keys(top, "b", "d"), as: .read, at: day(6))
        try store.mark(keys(top, "b", "c"), as: .saved, at: day(6))
        #expect(try ids(ItemSelection(.followed, isUnread: true)) == ["c", "a"])
        #expect(try ids(ItemSelection(.followed, isUnread: false)) == ["d", "b"])
        #expect(try ids(ItemSelection(.followed, isUnread: true, isSaved: false)) == ["a"])
        #expect(try ids(ItemSelection(before: day(3))) == ["b", "a"])
        #expect(try ids(ItemSelection(before: day(4, seconds: 1))) == ["d", "c", "b", "a"])
    }

    @Test("A selection can leave out items that were first seen after a date")
    func firstSeen() throws {
        try store.commit(merge(item("f", day(2, seconds: 1)), on: 9, into: top))
        #expect(try ids(ItemSelection(.feed(top), firstSeenBy: day(8))) == ["c", "b", "a"])
        #expect(try ids(ItemSelection(.feed(top), firstSeenBy: day(9))) == ["c", "f", "b", "a"])
        #expect(
            try store.mark(each: ItemSelection(.feed(top), firstSeenBy: day(8)), as: .read, at: day(9)).items.count == 3
        )
        #expect(try store.unread(top) == ["f"])
    }

    @Test("A selection shows an item under a followed feed that lists it, with its rank there")
    func feeds() throws {
        let other = FeedKey("news/a-list")
        try store.commit(merge(item("a", day(1), rank: 9), into: other))
        try store.commit(merge(item("a", day(1), rank: 3), into: top))
        func feed(_ selection: ItemSelection, _ id: String) throws -> StoredItem? {
            try store.items(selection, limit: nil).items.first { $0.id == id }
        }
        #expect(try feed(ItemSelection(), "a")?.feed == top)
        #expect(try feed(ItemSelection(), "a")?.rank == 3)
        #expect(try feed(ItemSelection(), "c")?.feed == top)
        #expect(try feed(ItemSelection(.folder("Morning")), "c")?.feed == best)
        #expect(try feed(ItemSelection(.feed(other)), "a")?.feed == other)
        try store.unfollow(top)
        #expect(try feed(ItemSelection(), "c")?.feed == best)
        try store.commit(replace(in: top), replace(in: other))
        #expect(try feed(ItemSelection(), "a") == nil)
    }

    @Test("A selection of saved items lists the last saved first, also unlisted ones")
    func saved() throws {
        try store.mark(keys(top, "a"), as: .saved, at: day(8))
        try store.mark(keys(top, "c"), as: .saved, at: day(7))
        try store.mark(keys(hello, "e"), as: .saved, at: day(6))
        #expect(try store.saved() == ["a", "c", "e"])
        try store.commit(replace(in: top), replace(in: best))
        #expect(try store.saved() == ["a", "c", "e"])
        #expect(try ids(ItemSelection(.feed(top), isSaved: true)) == ["a", "c"])
        #expect(try ids(ItemSelection(.followed, isSaved: true)) == ["a", "c"])
        #expect(try ids(ItemSelection(.followed)).isEmpty)
        #expect(try ids(ItemSelection()) == ["e", "c", "a"])
    }

    @Test("A selection is marked as a whole, and undone by the keys that marking returns")
    func undo() throws {
        try store.mark(keys(top, "b"), as: .read, at: day(6))
        let changed = try store.mark(each: ItemSelection(.feed(top)), as: .read, at: day(7)).items
        #expect(changed == keys(top, "c", "a"))
        #expect(try store.unread(top).isEmpty && store.unread(best) == ["d"])
        #expect(try store.unreadCounts().total == 1)
        #expect(try store.mark(changed, as: .unread, at: day(7)) == changed)
        #expect(try store.unread(top) == ["c", "a"])
    }

    @Test("A selection can be marked older than a date, in a folder, or everywhere")
    func markAll() throws {
        #expect(try store.mark(each: ItemSelection(.feed(top), before: day(3)), as: .read, at: day(7)).items.count == 2)
        #expect(try store.unread(top) == ["c"])
        #expect(try store.mark(each: ItemSelection(.folder("Morning")), as: .saved, at: day(7)).items.count == 2)
        #expect(try store.saved() == ["d", "c"])
        #expect(try store.mark(each: ItemSelection(isUnread: true), as: .read, at: day(7)).items.count == 3)
        #expect(try store.mark(each: ItemSelection(isSaved: true), as: .unsaved, at: day(7)).items.count == 2)
        #expect(try store.items(ItemSelection(isUnread: true), limit: 1) == ItemList())
    }
}
