import FeedStore
import Foundation
import Testing

@Suite("What is new since the last showing")
struct NewnessTests {
    let folder: TemporaryFolder
    let store: SQLiteFeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    @Test("is nothing as long as the feed was never shown")
    func firstLook() throws {
        try store.commit(merge(item("a"), on: 1))
        try store.commit(merge(item("b"), on: 2))
        #expect(try store.new().isEmpty)
        #expect(try store.snapshot(of: hello, limit: 0).hasBeenShown == false)
        #expect(try store.feeds().map(\.newCount) == [0])
    }

    @Test("is what came afterwards, until it is shown")
    func afterwards() throws {
        try store.commit(merge(item("a", day(1)), on: 1))
        try store.markShown(hello, ids: ["a"], at: day(1))
        try store.commit(merge(item("a", day(1)), item("b", day(2)), item("c", day(3)), on: 3))
        #expect(try store.new() == ["c", "b"])
        try store.markShown(hello, ids: ["c"], at: day(4))
        #expect(try store.new() == ["b"])
        #expect(try store.feeds().map(\.newCount) == [1])
    }

    @Test("is not what was there at the first showing, though the limit left it out")
    func leftOutAtFirst() throws {
        try store.commit(merge(item("a", day(1)), item("b", day(2)), on: 2))
        try store.markShown(hello, ids: ["b"], at: day(2))
        #expect(try store.new().isEmpty)
    }

    @Test("is what arrived while the first showing was being drawn")
    func arrivedMeanwhile() throws {
        try store.commit(merge(item("a"), on: 1))
        let snapshotTaken = day(2)
        try store.commit(merge(item("b"), on: 3))
        try store.markShown(hello, ids: ["a"], at: snapshotTaken)
        #expect(try store.new() == ["b"])
    }

    @Test("is not what was hidden and came back")
    func cameBack() throws {
        try store.commit(replace(item("a"), on: 1))
        try store.markShown(hello, ids: ["a"], at: day(1))
        try store.commit(replace(item("b"), on: 2))
        try store.commit(replace(item("a"), item("b"), on: 3))
        #expect(try store.new() == ["b"])
    }

    @Test("counts only what is current")
    func hidden() throws {
        try store.commit(replace(item("a"), on: 1))
        try store.markShown(hello, ids: ["a"], at: day(1))
        try store.commit(replace(item("b"), on: 2))
        try store.commit(replace(item("a"), on: 3))
        #expect(try store.feeds().map(\.newCount) == [0])
    }

    @Test("is everything after an empty list was shown")
    func emptyListShown() throws {
        try store.commit(replace(on: 1))
        try store.markShown(hello, ids: [], at: day(1))
        try store.commit(replace(item("a"), on: 2))
        #expect(try store.new() == ["a"])
    }

    @Test("is nothing after a showing of what was never fetched")
    func nothingToShow() throws {
        try store.commit(.failed(hello, StoredError(kind: "k", message: "m", at: day(1))))
        try store.markShown(hello, ids: [], at: day(1))
        try store.markShown(top, ids: ["a"], at: day(1))
        try store.commit(merge(item("a"), on: 2), merge(item("a"), on: 2, into: top))
        #expect(try store.new(hello).isEmpty)
        #expect(try store.new(top).isEmpty)
    }

    @Test("is not what a limit left out of a later showing, but what has come since then")
    func leftOutLater() throws {
        try store.commit(merge(item("a", day(1)), on: 1))
        try store.markShown(hello, ids: ["a"], at: day(1))
        try store.commit(merge(item("b", day(2)), item("c", day(3)), on: 3))
        try store.commit(merge(item("d", day(4)), on: 4))
        try store.markShown(hello, ids: ["c"], at: day(3), withRest: true)
        #expect(try store.new() == ["d"])
        #expect(try store.snapshot(of: hello, limit: 0).newCount == 1)
    }

    @Test("is not what a refresh says is none, unless it was new before")
    func noNews() throws {
        try store.commit(merge(item("a"), on: 1))
        try store.markShown(hello, ids: ["a"], at: day(1))
        try store.commit(merge(item("b"), on: 2))
        try store.commit(
            Refresh(
                feed: hello, items: [item("b"), item("c"), item("d")], mode: .merge, fetchedAt: day(3),
                seen: ["b", "c"]))
        #expect(try store.new() == ["b", "d"])
    }

    @Test("is known to another process too")
    func otherProcess() throws {
        try store.commit(merge(item("a"), on: 1))
        let other = try folder.store()
        try other.markShown(hello, ids: ["a"], at: day(1))
        try store.commit(merge(item("b"), on: 2))
        #expect(try other.new() == ["b"])
    }
}
