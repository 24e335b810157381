import FeedStore
import Foundation
import Testing

@Suite("Marks of what retention drops")
struct MarkRetentionTests {
    let folder: TemporaryFolder
    let store: SQLiteFeedStore
    private let old = ItemKey(hello, "old")
    private let other = FeedKey("github/octocat/other")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        try store.commit(merge(item("old", day(0))), merge(item("old", day(0)), into: other))
    }

    /// Fills the feed until the old item has to go.
    private func drop(from feed: FeedKey) throws {
        let items = (0..<1_000).map { item("\($0)", day(100, seconds: $0)) }
        try store.commit(Refresh(feed: feed, items: items, mode: .merge, fetchedAt: day(101)))
        #expect(try store.items(of: feed, ids: ["old"]).isEmpty)
    }

    private func comeBack() throws -> StoredItem {
        try store.commit(merge(item("old", day(200)), on: 200))
        return try #require(try store.items(of: hello, ids: ["old"]).first)
    }

    @Test("go when no feed has the item any more")
    func last() throws {
        try store.mark([old], as: .read, at: day(1))
        try drop(from: hello)
        try drop(from: other)
        #expect(try comeBack().isRead == false)
    }

    @Test("stay as long as another feed has it")
    func shared() throws {
        try store.mark([old], as: .read, at: day(1))
        try drop(from: hello)
        #expect(try store.items(of: other, ids: ["old"]).map(\.isRead) == [true])
        #expect(try comeBack().isRead)
    }

    @Test("stay with the copy of what was saved, until it is not saved any more")
    func saved() throws {
        try store.mark([old], as: .saved, at: day(1))
        try drop(from: hello)
        try drop(from: other)
        try store.mark([old], as: .read, at: day(2))
        #expect(try store.saved(limit: nil).map(\.key) == [old])
        #expect(try store.saved(limit: nil).map(\.isRead) == [true])
        try store.mark([old], as: .unsaved, at: day(3))
        #expect(try store.saved(limit: nil).isEmpty)
        #expect(try comeBack().isRead == false)
    }

    @Test("are found again with an item that comes back")
    func savedComesBack() throws {
        try store.mark([old], as: .saved, at: day(1))
        try drop(from: hello)
        try drop(from: other)
        #expect(try comeBack().isSaved)
    }
}
