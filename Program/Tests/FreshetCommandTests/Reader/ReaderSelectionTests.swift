import FeedStore
import Feeds
import Testing

@testable import FreshetCommand

@Suite("The reader's selection")
struct ReaderSelectionTests {
    private var scene: ReaderScene
    private let feed: Feed

    init() throws {
        feed = try #require(ReaderScene.repository)
        scene = ReaderScene()
        try scene.follow()
    }

    private var selected: String? { scene.state.list.selected?.shown.entry.id }

    private func items(_ ids: [Int]) -> [ListedItems.Item] { ids.map { scene.item("\($0)", in: feed) } }

    /// Shows the part of the unread items that the reader wants.
    private mutating func list(_ ids: [Int], in window: ListWindow? = nil) {
        let wanted = window ?? scene.state.list.wanted
        let part = items(Array(ids[wanted.positions.clamped(to: ids.indices)]))
        scene.send(.listed(.unread, ListedItems(items: part, total: ids.count), in: wanted))
    }

    @Test(
        "The selection stays on its item as others arrive above it, on every row and in every list",
        arguments: ["", "j", "jj", "G"])
    mutating func arrivals(keys: String) throws {
        list([5, 6, 7])
        scene.type(keys)
        let before = try #require(selected)
        list([3, 4, 5, 6, 7])
        #expect(selected == before)
        var alone = ReaderScene(alone: feed)
        alone.send(.feed(feed, FeedState(items: items([5, 6, 7]).map(\.shown), freshness: .fresh)))
        alone.type(keys)
        alone.send(.feed(feed, FeedState(items: items([3, 4, 5, 6, 7]).map(\.shown), freshness: .fresh)))
        #expect(alone.state.list.selected?.shown.entry.id == before)
    }

    @Test("The selection stays visible with the rows that arrive above it")
    mutating func view() {
        list([5, 6, 7])
        list([3, 4, 5, 6, 7])
        #expect(scene.state.list.window.cursor == 2 && scene.state.list.window.offset == 0)
        list(Array(-100...7))
        #expect(selected == "5" && scene.state.list.lines(height: scene.state.layout.listHeight).contains(.item(105)))
    }

    @Test("Keys act on the selected item", arguments: ["<enter>", "s", "m"])
    mutating func keys(key: String) {
        list([5, 6, 7])
        list([4, 5, 6, 7])
        scene.type(key)
        let marked = scene.effects.flatMap { effect -> [String] in
            if case .mark(let keys, _, _, _) = effect { keys.map(\.id) } else { [] }
        }
        #expect(marked == ["5"])
    }

    @Test("A rule is made from the selected item")
    mutating func rule() {
        func note(_ id: String, by author: String) -> ListedItems.Item {
            scene.item(id, in: feed) { $0.author = Entry.Author(name: author) }
        }
        let (old, new) = (note("5", by: "ada"), note("4", by: "ben"))
        scene.send(.listed(.unread, .of([old])))
        scene.send(.listed(.unread, .of([new, old])))
        scene.type("R")
        #expect(
            scene.effects.contains { if case .testRule(let text) = $0 { text.contains("author:ada") } else { false } })
    }

    @Test("The selection stays on its item while the article is open beside the list")
    mutating func article() {
        list([5, 6, 7])
        scene.type("<enter>")
        list([3, 4, 5, 6, 7])
        #expect(selected == "5" && scene.state.article.item?.shown.entry.id == "5")
        scene.type("<esc>j")
        #expect(selected == "6")
    }

    @Test("The selection stays on its item when the list is sorted differently")
    mutating func sorted() {
        list([5, 6, 7])
        list([7, 6, 5])
        #expect(selected == "5")
    }

    @Test("The selection moves to the next remaining item when its item disappears, or else to the previous one")
    mutating func disappearance() {
        list([3, 4, 5, 6, 7])
        scene.type("jj")
        list([1, 2, 3, 4, 7])
        #expect(selected == "7")
        list([0, 1, 2, 3, 4])
        #expect(selected == "4")
        list([])
        #expect(selected == nil)
        list([8, 9])
        #expect(selected == "8")
    }

    @Test("The selection stays on its item in a filtered list, and when the filter is cleared")
    mutating func filter() {
        let notes =
            [scene.item("1", in: feed, title: "Sea")] + items([2, 3]) + [scene.item("4", in: feed, title: "Sea")]
        scene.send(.listed(.unread, .of(notes)))
        scene.type("jj/sea")
        #expect(selected == "4")
        let found = [scene.item("0", in: feed, title: "Sea"), notes[0], notes[3]]
        scene.send(.listed(.unread, .of(found), in: scene.state.list.wanted))
        #expect(selected == "4")
        scene.type("<esc>")
        #expect(selected == "4")
    }

    @Test("The selection finds its item again after more items have arrived than are loaded", arguments: [20, 1_000])
    mutating func outside(arrivals: Int) {
        let old = Array(0..<400)
        list(old)
        scene.send(.listed(.unread, ListedItems(items: items(Array(old[..<300])), total: 400), in: .first))
        while scene.state.list.window.cursor < 290 { scene.type("<down>") }
        let window = ListWindow.first
        let before = selected
        let new = Array(-arrivals..<400)
        list(new, in: window)
        // Until its row is loaded, keys act on no item.
        #expect([nil, before].contains(selected))
        list(new)
        #expect(selected == before && before == "290")
    }

    @Test("The selection waits on the line for further items, then goes to the first of them")
    mutating func more() throws {
        let feed = try #require(ReaderScene.stories)
        var scene = ReaderScene(source: .feed(feed))
        func show(_ ids: Range<Int>, hasMore: Bool) {
            let items = ids.map { scene.item("\($0)", in: feed).shown }
            scene.send(
                .feed(
                    feed, FeedState(items: items, total: items.count, freshness: .fresh), in: .first, hasMore: hasMore))
        }
        show(0..<30, hasMore: true)
        scene.type("G")
        show(-1..<30, hasMore: true)
        #expect(scene.state.list.isAtMore)
        scene.type("<enter>")
        show(-3..<80, hasMore: false)
        #expect(scene.state.list.selected?.shown.entry.id == "30")
    }
}
