import FeedStore
import Foundation
import Testing

@Suite("What is read and saved")
struct MarkTests {
    let folder: TemporaryFolder
    let store: SQLiteFeedStore
    private let new = FeedKey("news/new")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func mark(_ ids: String..., as mark: Mark, in upstream: String = "news", on number: Int = 1) throws {
        try store.mark(ids.map { ItemKey(upstream: upstream, id: $0) }, as: mark, at: day(number))
    }

    private func read(_ feed: FeedKey) throws -> [String] {
        try store.snapshot(of: feed, limit: nil).items.filter(\.isRead).map(\.id)
    }

    private func saved(_ feed: FeedKey) throws -> [String] {
        try store.snapshot(of: feed, limit: nil).items.filter(\.isSaved).map(\.id)
    }

    @Test("is nothing until it is marked")
    func nothing() throws {
        try store.commit(merge(item("a"), into: top))
        #expect(try read(top).isEmpty && saved(top).isEmpty && store.saved(limit: nil).isEmpty)
    }

    @Test("is so in all feeds of the upstream, and in no other", arguments: [Mark.read, .saved])
    func everywhere(mark: Mark) throws {
        try store.commit(merge(item("a"), item("b"), into: top), merge(item("a"), into: new), merge(item("a")))
        try self.mark("a", as: mark)
        for feed in [top, new, hello] {
            let expected = feed == hello ? [] : ["a"]
            #expect(try read(feed) == (mark == .read ? expected : []))
            #expect(try saved(feed) == (mark == .saved ? expected : []))
        }
    }

    @Test("is so in a feed that brings the item later, and in one without a slash in its name")
    func later() throws {
        try store.commit(merge(item("a"), item("b"), into: top))
        try mark("a", as: .read)
        try mark("b", as: .saved)
        try store.commit(merge(item("a"), item("b"), into: new), merge(item("a"), into: FeedKey("news")))
        try store.commit(merge(item("a"), into: FeedKey("newspaper/top")), merge(item("a"), into: FeedKey("newspaper")))
        #expect(try read(new) == ["a"])
        #expect(try saved(new) == ["b"])
        #expect(try read(FeedKey("news")) == ["a"])
        #expect(try read(FeedKey("newspaper/top")).isEmpty && read(FeedKey("newspaper")).isEmpty)
    }

    @Test("stays so while the item changes, is hidden and comes back")
    func changes() throws {
        try store.commit(replace(item("a"), in: top))
        try mark("a", as: .read)
        try mark("a", as: .saved)
        try store.commit(replace(item("b"), in: top))
        try store.commit(replace(item("a", payload: "changed"), in: top))
        #expect(try read(top) == ["a"] && saved(top) == ["a"])
        #expect(try store.items(of: top, ids: ["a"]).map(\.isSaved) == [true])
    }

    @Test("can be taken back, each without the other")
    func back() throws {
        try store.commit(merge(item("a"), item("b"), into: top))
        try mark("a", "b", as: .read)
        try mark("a", "b", as: .saved)
        try mark("a", as: .unread)
        try mark("b", as: .unsaved)
        #expect(try read(top) == ["b"] && saved(top) == ["a"])
        try mark("a", as: .unsaved)
        try mark("b", as: .unread)
        #expect(try read(top).isEmpty && saved(top).isEmpty && store.saved(limit: nil).isEmpty)
    }

    @Test("is not what no feed has", arguments: Mark.allCases)
    func unknown(mark: Mark) throws {
        try self.mark("a", as: mark)
        try store.commit(merge(item("a"), into: top))
        #expect(try read(top).isEmpty && saved(top).isEmpty && store.saved(limit: nil).isEmpty)
    }

    @Test("is listed with a copy of what was saved, the last saved first")
    func list() throws {
        try store.commit(merge(item("a", day(1)), item("b"), into: top), merge(item("c", payload: "see"), into: hello))
        try mark("a", as: .saved, on: 5)
        try mark("b", as: .saved, on: 7)
        try mark("c", as: .saved, in: "github", on: 6)
        try mark("c", as: .read, in: "github", on: 8)
        let saved = try store.saved(limit: nil)
        #expect(saved.map(\.key.id) == ["b", "c", "a"])
        #expect(
            saved[1]
                == SavedItem(
                    key: ItemKey(hello, "c"), feed: hello, date: nil, payload: Data("see".utf8), savedAt: day(6),
                    isRead: true))
        #expect(saved[2].date == day(1) && !saved[2].isRead)
        #expect(try store.saved(limit: 2).map(\.key.id) == ["b", "c"])
    }

    @Test("is copied from where it is current")
    func copy() throws {
        try store.commit(
            merge(item("a", payload: "old"), on: 9, into: top), merge(item("a", payload: "now"), into: new))
        try store.commit(replace(item("b"), on: 9, in: top))
        try mark("a", as: .saved)
        #expect(try store.saved(limit: 1).map(\.feed) == [new])
        #expect(try store.saved(limit: 1).map { String(decoding: $0.payload, as: UTF8.self) } == ["now"])
    }

    @Test("is copied once: saving it again changes nothing, saving it anew does")
    func again() throws {
        try store.commit(merge(item("a", payload: "1"), into: top))
        try mark("a", as: .saved, on: 1)
        try store.commit(merge(item("a", payload: "2"), into: top))
        try mark("a", as: .saved, on: 2)
        #expect(try store.saved(limit: nil).map(\.savedAt) == [day(1)])
        try mark("a", as: .unsaved)
        try mark("a", as: .saved, on: 3)
        #expect(try store.saved(limit: nil).map(\.savedAt) == [day(3)])
        #expect(try store.saved(limit: nil).map(\.payload) == [Data("2".utf8)])
    }
}
