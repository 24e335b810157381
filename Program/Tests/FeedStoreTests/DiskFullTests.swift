import FeedStore
import Foundation
import Testing

@Suite("A full disk", .onSQLite)
struct DiskFullTests {
    @Test("A full disk fails the refresh as a whole, and keeps what was stored")
    func full() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store(.init(maximumSize: 500_000))
        try store.commit(merge(item("a", day(1)), item("b", day(2))))
        let before = try store.snapshot(of: hello, limit: nil)
        let large = String(repeating: "x", count: 8_000)
        let items = [item("a", day(9), payload: "changed")] + (0..<100).map { item("\($0)", payload: large) }
        let error = FeedStoreError.diskFull(path: folder.file.path)
        #expect(throws: error) {
            try store.commit(FeedUpdate(feed: hello, items: items, mode: .replace, fetchedAt: day(5)))
        }
        #expect(try store.snapshot(of: hello, limit: nil) == before)
        #expect(try folder.store().snapshot(of: hello, limit: nil) == before)
        #expect(error.description.contains("Free some space"))
        try store.commit(merge(item("c", day(3))))
        #expect(try store.ids() == ["c", "b", "a"])
    }
}
