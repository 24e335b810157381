import FeedStore
import Foundation
import Search
import Testing

@Suite("Lists in parts")
struct PartsTests {
    private let folder: TemporaryFolder
    private let store: FeedStore
    private let ids = (0..<1_203).map { "item \($0)" }

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        try store.follow(top)
        let items = ids.enumerated().map { number, id in
            item(id, day(1, seconds: number), search: SearchFields(title: "harbor \(number)"))
        }
        try store.commit(FeedUpdate(feed: top, scope: "news", items: items, mode: .merge, fetchedAt: day(2)))
        // Following makes only the newest ones unread.
        try store.mark(all: ItemSelection(.followed), as: .unread, at: day(2))
    }

    private func parts(limit: Int? = nil, upTo most: Int = .max) throws -> (parts: [[String]], list: ItemList) {
        var parts: [[String]] = []
        let list = try store.forEachPart(of: ItemSelection(.followed), limit: limit) { items in
            parts.append(items.map(\.id))
            return parts.count < most
        }
        return (parts, list)
    }

    @Test("A list in parts has all items in order, and their number")
    func all() throws {
        let (parts, list) = try parts()
        #expect(parts.flatMap(\.self) == ids.reversed() && parts.count > 1)
        #expect(list.total == ids.count && list.items.isEmpty)
    }

    @Test("A list in parts ends at a limit, or where its reader stops")
    func ends() throws {
        #expect(try parts(limit: 7).parts == [Array(ids.reversed().prefix(7))])
        #expect(try parts(limit: 0).parts.isEmpty)
        #expect(try parts(limit: 7).list.total == ids.count)
        #expect(try parts(upTo: 1).parts.count == 1)
    }

    @Test("A list in parts leaves out items removed meanwhile, and fails with its reader's error")
    func changes() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) { try store.forEachPart(of: ItemSelection(.followed)) { _ in throw Stop() } }
        var count = 0
        try store.forEachPart(of: ItemSelection(.followed)) { items in
            if count == 0 { try store.mark(all: ItemSelection(.followed), as: .read, at: day(3)) }
            count += items.count
            return true
        }
        #expect(count == ids.count)
    }

    @Test("A search in parts has all hits, regardless of their number", arguments: SearchOrder.allCases)
    func search(order: SearchOrder) throws {
        for (query, count) in [("harbor", ids.count), ("harbor -12", ids.count - 1), ("/^harbor 1?2$/", 2), ("sea", 0)]
        {
            let query = try SearchQuery(parsing: query)
            var found: [String] = []
            let results = try store.forEachPart(of: query, order: order, now: day(3)) { part in
                found += part.hits.map(\.item.id)
                return true
            }
            let whole = try store.search(query, order: order, limit: 5_000, now: day(3))
            #expect(found == whole.hits.map(\.item.id) && found.count == count)
            #expect(results.total == count && results.hits.isEmpty)
        }
    }

    @Test("A list in parts can be marked item by item as one marking, which can be undone")
    func marking() throws {
        let keys = ids.prefix(600).map { ItemKey(scope: "news", id: $0) }
        try store.mark([keys[0]], as: .read, at: day(3))
        for mark in [Mark.read, .saved] {
            let marking = try store.mark(each: keys + [ItemKey(scope: "news", id: "unknown")], as: mark, at: day(3))
            let isMarked = marking.items == (mark == .read ? Array(keys.dropFirst()) : keys)
            #expect(isMarked)
            let undone = try store.undo([try #require(marking.number)], at: day(3))
            let isUndone = undone.map(Set.init) == Set(marking.items)
            #expect(isUndone)
        }
        #expect(try store.unreadCounts().total == ids.count - 1 && store.saved().isEmpty)
        #expect(try store.mark(each: [keys[0]], as: .read, at: day(3)) == Marking())
    }
}
