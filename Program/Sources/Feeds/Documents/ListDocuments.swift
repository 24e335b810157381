import FeedStore
import Platform
import Search
import WebText

extension ListedItems {
    /// Returns a server's picture of a feed's item; nil for a link.
    package typealias PictureAddress = @Sendable (WebAddress, Feed) -> ServedPicture?

    /// The list as one line of JSON, in the shape of a feed's document; see `docs/json.md`.
    /// - Parameters:
    ///   - name: the value of `feed`, such as `unread` or `saved`.
    ///   - unreadCount: the number of unread items or, with `groupsStories`, stories of followed feeds.
    ///   - groupsStories: true to include the story that each item represents.
    ///   - picture: returns a server's pictures.
    package func json(
        named name: String, unreadCount: Int, groupsStories: Bool = false,
        picture: @escaping PictureAddress = { _, _ in nil }
    ) throws -> Data {
        try FeedDocument(
            self, named: name, unreadCount: unreadCount, groupsStories: groupsStories, picture: picture
        ).json()
    }
}

extension ListedItems.Item {
    /// The item as it is in the documents of lists across feeds.
    ///
    /// - Parameter groupsStories: true to include the story that it represents.
    package func json(groupsStories: Bool = false) throws -> Data {
        try JSONEncoder.documents.encode(ItemDocument(self, groupsStories: groupsStories) { _, _ in nil })
    }
}

extension SearchedItems.Hit {
    /// The hit as it is in the document of a search.
    package func json() throws -> Data {
        try JSONEncoder.documents.encode(ItemDocument(item.shown, feed: item.feed.key, match: match))
    }
}

extension SearchedItems {
    /// The result as one line of JSON; see `docs/json.md`.
    /// - Parameters:
    ///   - query: the query as it was typed.
    ///   - picture: returns a server's pictures.
    package func json(
        query: String, picture: @escaping ListedItems.PictureAddress = { _, _ in nil }
    ) throws -> Data {
        let items = hits.map { ItemDocument($0.item, match: $0.match, picture: picture) }
        return try JSONEncoder.documents.encode(
            Document(query: query, total: total, incomplete: isIncomplete, items: items))
    }

    private struct Document: Encodable {
        let query: String
        let total: Int
        let incomplete: Bool
        let items: [ItemDocument]
    }
}

/// The followed feeds for programs.
package struct FollowingDocument: JSONDocument {
    private let feeds: [FeedFields]

    private struct FeedFields: Encodable {
        let feed, title, url: String
        @OrNull var folder: String?
        @OrNull var interval: String?
        let fullText: Bool
        @OrNull var keep: String?
        let stories: String
        let unreadCount: Int
        @OrNull var error: String?
        let push: String
        @OrNull var pushNote: String?
    }

    /// The followed feeds with their unread counts, and the error of the last refresh.
    package init(_ environment: FeedEnvironment) throws {
        let counts = try environment.unreadCounts().byFeed
        let errors = Dictionary(
            try environment.store.feeds().map { ($0.feed, $0.error?.message) }, uniquingKeysWith: { first, _ in first })
        let followed = try environment.followed()
        let pages = try environment.pages(of: followed)
        let pushes = try environment.pushStates(of: followed)
        feeds = followed.map { followed in
            let push = pushes[followed.feed.key] ?? .noHub
            return FeedFields(
                feed: followed.feed.key.rawValue, title: followed.title,
                url: pages[followed.feed.key]?.absoluteString ?? followed.feed.path.joined(separator: "/"),
                folder: followed.settings.folder, interval: followed.settings.interval?.words,
                fullText: followed.settings.loadsFullTexts ?? false, keep: followed.settings.retention?.words,
                stories: (followed.settings.stories ?? .joined).rawValue, unreadCount: counts[followed.feed.key] ?? 0,
                error: errors[followed.feed.key] ?? nil,
                push: push.name, pushNote: push == .noHub ? nil : push.words)
        }
    }
}

extension FollowSettings.PollInterval {
    /// The words that options accept: `90m`, `1h`, `never`.
    package var words: String {
        switch self {
        case .never: "never"
        case .seconds(let seconds) where seconds % 86_400 == 0: "\(seconds / 86_400)d"
        case .seconds(let seconds) where seconds % 3600 == 0: "\(seconds / 3600)h"
        case .seconds(let seconds) where seconds % 60 == 0: "\(seconds / 60)m"
        case .seconds(let seconds): "\(seconds)s"
        }
    }

    /// Reads `90s`, `30m`, `2h`, `1d`, `1w`, `never`, or `default` (0 seconds).
    ///
    /// Nil for anything else, for less than a minute and for more than 365 days.
    package init?(words: String) {
        switch words {
        case "never": self = .never
        case "default": self = .seconds(0)
        default:
            guard let seconds = TimeSpan.seconds(words), (60...365 * 86_400).contains(seconds) else { return nil }
            self = .seconds(seconds)
        }
    }
}

/// A feed that was just followed, for programs; see `docs/json.md`.
package struct FollowDocument: JSONDocument {
    private let feed, title: String
    private let isNew: Bool

    /// The feed; `isNew` is false if it was followed already.
    package init(feed: Feed, title: String, isNew: Bool) {
        (self.feed, self.title, self.isNew) = (feed.key.rawValue, title, isNew)
    }
}

/// The labels for programs; see `docs/json.md`.
package struct LabelsDocument: JSONDocument {
    private let labels: [Fields]

    private struct Fields: Encodable {
        let name: String
        let items: Int
    }

    /// A document of labels.
    package init(_ labels: [Label]) {
        self.labels = labels.map { Fields(name: $0.name, items: $0.count) }
    }
}

/// The undo of a change of stories, for programs.
package struct StoryChangeDocument: JSONDocument {
    /// The value of `undo` in a request, and the argument of `freshet stories undo`. Null if nothing changed.
    @OrNull private var undo: String?

    /// The undo of a change; nil if nothing changed.
    package init(_ change: StoryChange?) { undo = change?.text }
}
