import FeedStore
import WebText

/// What an account has chosen for the page. ``Preference/all`` describes each choice.
struct Preferences: Sendable, Hashable {
    /// The colors.
    enum Theme: String, Choice { case system, light, dark, sepia }

    /// The size of the text of items.
    enum TextSize: String, Choice { case smallest, small, medium, large, largest }

    /// The typeface of the text of items.
    enum TextFace: String, Choice { case sans, serif }

    /// The longest line of the text of items.
    enum TextWidth: String, Choice { case narrow, medium, wide }

    /// How close together rows stand.
    enum Density: String, Choice { case comfortable, compact, cards }

    /// The order of lists of several feeds.
    enum Order: String, Choice { case newest, oldest }

    /// What a swipe on a row does.
    enum Swipe: String, Choice { case save, read, none }

    /// A setting for stories. The store reads them, too.
    enum Stories: String, Choice { case on, off }

    /// How many times as fast as usual audio and video play.
    enum Speed: String, Choice {
        case slower = "0.75"
        case usual = "1"
        case quarterFaster = "1.25"
        case halfFaster = "1.5"
        case threeQuartersFaster = "1.75"
        case double = "2"
        case doubleAndQuarter = "2.25"
        case doubleAndHalf = "2.5"
    }

    /// The list that opens first.
    enum Start: Sendable, Hashable {
        case home, unread
        case folder(String)
    }

    var theme = Theme.system
    var textSize = TextSize.medium
    var textFace = TextFace.sans
    var textWidth = TextWidth.medium
    var density = Density.comfortable
    var start = Start.home
    var order = Order.newest
    /// Whether rows are marked as read as they are scrolled away.
    var readsByScrolling = false
    /// On if lists of several feeds group stories.
    var stories = Stories.on
    /// When a new voice makes a story unread that was read. The store reads it, too.
    var storyRenewal = StoryPreferences.Renewal.never
    /// On if marks of reader apps apply to whole stories. The store reads it, too.
    var appsMarkStories = Stories.off
    var swipeRight = Swipe.save
    var swipeLeft = Swipe.read
    var speed = Speed.usual
    /// The ids of the upstreams that menus and the home page leave out.
    var hiddenUpstreams: Set<String> = []
    /// The services that items are sent to.
    var sendTemplates: [SendTemplate] = []
    /// Whether shortcuts of one key work.
    var hasShortcuts = true
    var shortcuts = Shortcuts()

    /// The defaults.
    init() {}
}

/// The values of a setting. The raw value is what the store, forms and programs have.
protocol Choice: RawRepresentable<String>, CaseIterable, Sendable, Hashable {}

extension Choice {
    /// The name for readers.
    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

extension StoryPreferences.Renewal: Choice {
    /// The name for readers.
    var title: String {
        switch self {
        case .never: "Never"
        case .sources: "New sources"
        case .facts: "New facts"
        }
    }
}

extension Preferences.Swipe {
    /// The name for readers.
    var title: String {
        switch self {
        case .save: "Save"
        case .read: "Mark as read"
        case .none: "Nothing"
        }
    }
}

extension Preferences.Speed {
    /// The name for readers.
    var title: String { rawValue + "×" }
}

extension Preferences.Start: RawRepresentable {
    private static let folderPrefix = "folder:"

    /// Reads `home`, `unread` or `folder:` before the path of a folder.
    init?(rawValue: String) {
        switch rawValue {
        case "home": self = .home
        case "unread": self = .unread
        default:
            guard rawValue.hasPrefix(Self.folderPrefix), rawValue.count <= 200 else { return nil }
            guard let path = String(rawValue.dropFirst(Self.folderPrefix.count)).ifNotBlank else { return nil }
            self = .folder(path)
        }
    }

    var rawValue: String {
        switch self {
        case .home: "home"
        case .unread: "unread"
        case .folder(let path): Self.folderPrefix + path
        }
    }

    /// The path of the page that opens instead of the home page; nil for none. A folder without feeds doesn't count.
    func path(folders: [String]) -> String? {
        switch self {
        case .home: nil
        case .unread: "/unread"
        case .folder(let path): folders.contains(path) ? "/unread?folder=" + path.percentEncoded : "/unread"
        }
    }
}

extension Preferences {
    /// Reads what the store has; unknown names and values are ignored.
    init(stored: [String: String]) {
        for preference in Preference.all {
            if let value = stored[preference.name] { preference.set(&self, value) }
        }
    }

    /// What the store changes after these were others: values by name, nil for the default.
    func changes(from former: Preferences) -> [String: String?] {
        let standard = Preferences()
        var changes: [String: String?] = [:]
        for preference in Preference.all {
            let value = preference.value(self)
            if value == preference.value(former) { continue }
            changes.updateValue(value == preference.value(standard) ? nil : value, forKey: preference.name)
        }
        return changes
    }
}
