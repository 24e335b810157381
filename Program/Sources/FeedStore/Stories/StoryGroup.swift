import Platform
import SQL
import Search
import Stories

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
        /// The date when the item was saved; nil if it isn't.
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
    /// The date when the first of the saved items was saved; nil if none is.
    package var savedAt: Date? { voices.compactMap(\.savedAt).min() }
}

/// The preferences of an account for stories.
package struct StoryPreferences: Sendable, Hashable {
    /// The condition under which a new voice makes a read story unread.
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
    /// The condition under which a new voice makes a story unread.
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

/// A decision of an account about stories, which can be undone.
package struct StoryChange: Sendable, Hashable {
    struct Pair: Sendable, Hashable {
        let item, with: Int64
        var before: String?
        let after: String?
        /// The evidence that it changes; nil for any.
        let condition: String?

        init(_ one: Int64, _ other: Int64, _ after: String?, onlyIf condition: String? = nil) {
            (item, with, self.after, self.condition) = (max(one, other), min(one, other), after, condition)
        }
    }

    /// The maximum number of items in one split or join. Each is compared with each.
    package static let maximum = 50

    var pairs: [Pair] = []
}

extension StoryChange {
    /// The change as text, for forms that undo it: `12-3:words>apart,…`.
    package var text: String {
        pairs.map { "\($0.item)-\($0.with):\($0.before ?? "")>\($0.after ?? "")" }.joined(separator: ",")
    }

    /// The change that ``text`` describes; nil for any other text.
    package init?(text: String) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let fields = part.split(maxSplits: 3, omittingEmptySubsequences: false) { "-:>".contains($0) }
            guard fields.count == 4, let item = Int64(fields[0]), let with = Int64(fields[1]), item > with, with > 0,
                let before = Self.evidence(fields[2]), let after = Self.evidence(fields[3])
            else { return nil }
            var pair = Pair(item, with, after)
            pair.before = before
            pairs.append(pair)
        }
    }

    /// Nil for a word that is no evidence; the inner value is nil for an empty one.
    private static func evidence(_ word: Substring) -> String?? {
        if word.isEmpty { return .some(nil) }
        let isKnown =
            StoryEvidence(rawValue: String(word)) != nil || [StoryRows.joined, StoryRows.apart].contains(String(word))
        return isKnown ? .some(String(word)) : nil
    }
}

/// The parts of an item by which it is compared with the stories of others.
package struct StoryFields: Sendable, Hashable {
    /// The title without markup.
    package var title: String
    /// The text without markup.
    package var text: String
    /// The item's own page.
    package var address: String?
    /// The page that the item is about, such as that of a link blog or of a submission.
    package var subject: String?
    /// The addresses that the text links to.
    package var links: [String]
    /// False for kinds of items whose titles are alike, such as releases and earthquakes: only addresses and links join them.
    package var joinsByWords: Bool

    /// The parts of an item.
    package init(
        title: String, text: String = "", address: String? = nil, subject: String? = nil, links: [String] = [],
        joinsByWords: Bool = true
    ) {
        (self.title, self.text, self.address, self.subject) = (title, text, address, subject)
        (self.links, self.joinsByWords) = (links, joinsByWords)
    }
}

/// Makes the ``StoryFields`` of an item that arrives, once it is known that nothing stores it yet. All sources are equal: they
/// say what the payload does.
package struct StorySource: Sendable, Hashable {
    let fields: @Sendable (SearchFields) -> StoryFields?

    /// - Parameter fields: makes them from the fields of searches; nil for an item that tells no story.
    package init(_ fields: @escaping @Sendable (SearchFields) -> StoryFields?) { self.fields = fields }

    /// True.
    package static func == (one: StorySource, other: StorySource) -> Bool { true }

    /// Adds nothing.
    package func hash(into hasher: inout Hasher) {}
}
