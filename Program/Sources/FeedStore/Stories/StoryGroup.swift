import Platform
import SQL

/// Several items that tell one story, as an account sees them.
package struct StoryGroup: Sendable, Hashable, Identifiable {
    /// An item of a story.
    package struct Voice: Sendable, Hashable {
        /// The item's key.
        package let key: ItemKey
        /// A followed feed that lists the item.
        package let feed: FeedKey
        /// The upstream's date; nil for undated items.
        package let date: Date?
        /// True if it is unread. False for one that joined a story after it was read, unless the account wants otherwise.
        package let isUnread: Bool
        /// True if it arrived after the account had read the others.
        package let isNew: Bool
        /// When the item was saved; nil if it isn't.
        package let savedAt: Date?
    }

    /// The number of the story, which no other story gets.
    package let id: Int64
    /// The items, the one with the headline first, then in the order of arrival. At least two.
    package let voices: [Voice]
    /// The item that arrived first. It stays the same when others join it, even if the headline changes.
    package let first: ItemKey

    /// The number of feeds that tell the story.
    package var sources: Int { Set(voices.map(\.feed)).count }
    /// True if any item is unread.
    package var isUnread: Bool { voices.contains(where: \.isUnread) }
    /// The number of items that arrived after the account had read the others.
    package var newVoices: Int { voices.count(where: \.isNew) }
    /// When the first of the saved items was saved; nil if none is.
    package var savedAt: Date? { voices.compactMap(\.savedAt).min() }
}

/// How an account sees stories.
package struct StoryPreferences: Sendable, Hashable {
    /// When a new voice makes a story unread that was read.
    package enum Renewal: String, Sendable, Hashable, CaseIterable {
        case never
        /// If no earlier item is of the same feed.
        case sources
        /// If its title has numbers or names that no earlier title has.
        case facts
    }

    /// The names of the settings; see ``FeedStore/settings()``.
    package static let (name, renewalName, appsName) = ("stories", "stories-unread", "stories-apps")
    /// The value of the setting with which lists have a row for each item.
    package static let off = "off"
    /// The value of the setting with which reader apps mark stories as read.
    package static let on = "on"

    /// True if lists across feeds have one row for a story.
    package var isOn = true
    /// When a new voice makes a story unread.
    package var renewal = Renewal.never
    /// True if marking an item as read or unread in a reader app marks its whole story.
    package var appsMarkStories = false
}

extension StoryPreferences {
    /// The preferences among an account's settings.
    package init(_ settings: [String: String]) {
        isOn = settings[Self.name] != Self.off
        renewal = settings[Self.renewalName].flatMap(Renewal.init) ?? .never
        appsMarkStories = settings[Self.appsName] == Self.on
    }

    /// The settings to store.
    package var settings: [String: String?] {
        [
            Self.name: isOn ? nil : Self.off, Self.renewalName: renewal == .never ? nil : renewal.rawValue,
            Self.appsName: appsMarkStories ? Self.on : nil,
        ]
    }

    init(_ db: StoreTransaction) throws {
        let sql = "SELECT name, value FROM setting WHERE account_id = ? AND name IN (?, ?, ?)"
        let rows = try db.rows(sql, [db.account, Self.name, Self.renewalName, Self.appsName])
        self.init(Dictionary(try rows.map { (try $0.text(0), try $0.text(1)) }) { _, last in last })
    }
}
