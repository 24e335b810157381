import FeedStore
import Foundation
import Testing

@Suite("Items of a refresh in progress") struct ArrivingTests {
    private let folder: TemporaryFolder
    private let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    @Test(
        "A marked item of a refresh in progress is stored, but listed only by its feed's commit",
        arguments: Mark.allCases)
    func marked(mark: Mark) throws {
        var arriving = merge(item("a", day(1)), item("b", day(2)))
        arriving.read = ["b"]
        let changed = try store.mark(keys(hello, "a", "b", "c"), as: mark, storing: [arriving], at: day(3))
        let expected: [Mark: [ItemKey]] = [
            .read: keys(hello, "a"), .unread: keys(hello, "b"), .saved: keys(hello, "a", "b"), .unsaved: [],
        ]
        #expect(changed == expected[mark])
        let marks = try store.marks(of: keys(hello, "a", "b", "c"))
        #expect(marks.count == 2 && marks.values.allSatisfy { $0.isSaved == (mark == .saved) })
        let isUnread = [mark != .read, mark == .unread]
        #expect(keys(hello, "a", "b").map { marks[$0]?.isUnread } == isUnread)
        #expect(try store.items(of: hello, ids: ["a", "b", "c"]).map(\.id) == ["a", "b"])
        #expect(try store.items(of: top, ids: ["a"]).isEmpty)
        #expect(try store.snapshot(of: hello, order: .newest, limit: nil).items.isEmpty)
        #expect(try store.items(ItemSelection(isSaved: true), limit: nil).items.count == (mark == .saved ? 2 : 0))
        try store.commit(arriving)
        let listed = try store.snapshot(of: hello, order: .newest, limit: nil).items
        #expect(listed.map(\.id) == ["b", "a"] && listed.map(\.isUnread) == isUnread.reversed())
        #expect(listed.map(\.isSaved) == [mark == .saved, mark == .saved])
    }

    @Test("An item of a refresh in progress keeps its contents if it is stored meanwhile")
    func stored() throws {
        try store.commit(merge(item("a", day(1), payload: "new")))
        let arriving = merge(item("a", day(1), payload: "old"))
        #expect(try store.mark(keys(hello, "a"), as: .read, storing: [arriving], at: day(2)) == keys(hello, "a"))
        let listed = try store.snapshot(of: hello, order: .newest, limit: nil).items
        #expect(listed.map { String(decoding: $0.payload, as: UTF8.self) } == ["new"])
        #expect(listed.map(\.isUnread) == [false])
    }
}
