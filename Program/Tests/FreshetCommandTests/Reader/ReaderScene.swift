import Catalog
import FeedStore
import Feeds
import Foundation
import Testing

@testable import FreshetCommand

/// A reader without a terminal: keys go in, the screen's text and effects come out.
struct ReaderScene {
    private(set) var state: ReaderState
    private(set) var effects: [ReaderEffect] = []
    let now = Date(timeIntervalSince1970: 1_790_000_000)

    static let repository = FeedCatalog.all.feed(FeedKey("github/octo/harbor"))
    static let stories = FeedCatalog.all.feed(FeedKey("news/top"))

    init(
        columns: Int = 160, rows: Int = 24, alone: Feed? = nil, source: ReaderSource = .unread, isOffline: Bool = false
    ) {
        let clock = Clock(now: now, place: .utc)
        state = ReaderState(
            .all, alone: alone.map { .init(feed: $0, request: FeedRequest(limit: $0.controls.limit)) },
            source: source, isOffline: isOffline, size: TerminalSize(columns: columns, rows: rows), clock: clock)
    }

    /// A reader that follows a repository with two unread items and stories with one, in the list of all unread items.
    static func following(columns: Int = 160, rows: Int = 24) throws -> ReaderScene {
        var scene = ReaderScene(columns: columns, rows: rows)
        try scene.follow()
        let (repository, stories) = (try #require(repository), try #require(stories))
        scene.send(
            .listed(
                .unread,
                .of([
                    scene.item("1", in: repository, title: "First push"),
                    scene.item("2", in: stories, title: "A story"),
                    scene.item("3", in: repository, title: "Second push"),
                ])))
        return scene
    }

    /// Follows the repository, in a folder, and the stories.
    mutating func follow(failed: Set<FeedKey> = []) throws {
        let (repository, stories) = (try #require(Self.repository), try #require(Self.stories))
        send(
            .following(
                [
                    FollowedFeed(feed: repository, settings: FollowSettings(folder: "Work")),
                    FollowedFeed(feed: stories),
                ],
                UnreadCounts(total: 3, byFeed: [repository.key: 2, stories.key: 1]), failed: failed))
    }

    func item(
        _ id: String, in feed: Feed, title: String = "Note", isUnread: Bool = true,
        change: (inout Entry) -> Void = { _ in }
    ) -> ListedItems.Item {
        let date = now - 60 * Double(Int(id) ?? 0)
        var entry = Entry(id: id, kind: .init("note"), title: [.init(title)], date: date)
        entry.link = URL(string: "https://a.example/\(id)").map { .web($0) }
        change(&entry)
        return ListedItems.Item(shown: ShownItem(SampleNote(entry: entry), isUnread: isUnread), feed: feed)
    }

    mutating func send(_ action: ReaderAction) { effects += state.reduce(action) }

    /// Presses keys: characters, or `<enter>`, `<esc>`, `<down>`, `<up>`, `<tab>`.
    mutating func type(_ keys: String) {
        let named: [String: Key] = [
            "enter": .enter, "esc": .escape, "down": .down, "up": .up, "tab": .tab, "pgdn": .pageDown, "pgup": .pageUp,
            "left": .left, "right": .right, "home": .home, "end": .end, "bs": .backspace, "del": .delete,
        ]
        var rest = keys[...]
        while let character = rest.popFirst() {
            if character == "<", let end = rest.firstIndex(of: ">"), let key = named[String(rest[..<end])] {
                rest = rest[rest.index(after: end)...]
                send(.input(.key(key)))
            } else {
                send(.input(.key(.character(character))))
            }
        }
    }

    mutating func takeEffects() -> [ReaderEffect] {
        defer { effects = [] }
        return effects
    }

    var screen: [String] { ReaderView(state).screen.text }
    var status: String { screen.last ?? "" }
}

extension ReaderAction {
    /// The beginning of a feed's list.
    static func feed(_ feed: Feed, _ state: FeedState) -> ReaderAction {
        .feed(feed, state, in: .first, hasMore: false)
    }
    /// The beginning of a list across feeds.
    static func listed(_ source: ReaderSource, _ items: ListedItems) -> ReaderAction {
        .listed(source, items, in: .first)
    }
}

extension ListWindow {
    static let first = ListWindow(count: 300)
}

extension ListedItems {
    static func of(_ items: [Item]) -> ListedItems { ListedItems(items: items, total: items.count) }
}

/// An item of no upstream.
struct SampleNote: FeedItem {
    var entry: Entry

    init(entry: Entry) { self.entry = entry }
    init(from decoder: any Decoder) throws { entry = Entry(id: "", kind: .init("note"), title: []) }
    func encode(to encoder: any Encoder) throws {}

    var feedID: String { entry.id }
    var feedDate: Date? { entry.date }
    var document: String { entry.id }
}
