import FeedStore
import WebText

/// The settings of an account for the page. ``AccountSetting/all`` describes each of them.
struct AccountSettings: Sendable, Hashable {
    /// The colors.
    enum Theme: String, Choice { case system, light, dark, sepia }

    /// The size of the text of items.
    enum TextSize: String, Choice { case smallest, small, medium, large, largest }

    /// The typeface of the text of items.
    enum TextFace: String, Choice { case sans, serif }

    /// The longest line of the text of items.
    enum TextWidth: String, Choice { case narrow, medium, wide }

    /// The density of rows.
    enum Density: String, Choice { case comfortable, compact, cards }

    /// The order of lists of several feeds.
    enum Order: String, Choice { case newest, oldest }

    /// The action of a swipe on a row.
    enum Swipe: String, Choice { case save, read, none }

    /// A setting for stories. The store reads them, too.
    enum Stories: String, Choice { case on, off }

    /// The speed of audio and video, as a multiple of the usual one.
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
    /// True if rows are marked as read as they are scrolled away.
    var readsByScrolling = false
    /// On if lists of several feeds group stories.
    var stories = Stories.on
    /// The new voices that make a read story unread. The store reads it, too.
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
    /// True if shortcuts of one key work.
    var hasShortcuts = true
    var shortcuts = Shortcuts()

    /// The defaults.
    init() {}
}

/// The values of a setting. The store, forms and programs have the raw value.
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

extension AccountSettings.Swipe {
    /// The name for readers.
    var title: String {
        switch self {
        case .save: "Save"
        case .read: "Mark as read"
        case .none: "Nothing"
        }
    }
}

extension AccountSettings.Speed {
    /// The name for readers.
    var title: String { rawValue + "×" }
}

extension AccountSettings.Start: RawRepresentable {
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

extension AccountSettings {
    /// Reads what the store has; unknown names and values are ignored.
    init(stored: [String: String]) {
        for preference in AccountSetting.all {
            if let value = stored[preference.name] { preference.set(&self, value) }
        }
    }

    /// The changes of the store from former settings to these: values by name, nil for the default.
    func changes(from former: AccountSettings) -> [String: String?] {
        let standard = AccountSettings()
        var changes: [String: String?] = [:]
        for preference in AccountSetting.all {
            let value = preference.value(self)
            if value == preference.value(former) { continue }
            changes.updateValue(value == preference.value(standard) ? nil : value, forKey: preference.name)
        }
        return changes
    }
}

extension AccountSettings {
    /// The attributes of a page's root element.
    var attributes: HTML {
        let attributes: [HTML] = AccountSetting.all.filter(\.isOnPage).map { " data-\($0.name)=\"\($0.value(self))\"" }
        return "\(attributes)"
    }
}

extension AccountSettings.Theme {
    /// The colors that browsers draw before the style sheet has arrived, and around the page.
    var metadata: HTML {
        let schemes: HTML = self == .system ? "light dark" : self == .dark ? "dark" : "light"
        let colors: [HTML] =
            self == .system
            ? [Self.light, .dark].map { theme in
                """
                <meta name="theme-color" content="\(theme.ground)" media="(prefers-color-scheme: \(theme.rawValue))">
                """
            } : ["<meta name=\"theme-color\" content=\"\(ground)\">"]
        return "<meta name=\"color-scheme\" content=\"\(schemes)\">\(colors)"
    }

    /// `--ground` of `base.css`.
    private var ground: String {
        switch self {
        case .system, .light: "#f5f7f7"
        case .dark: "#101517"
        case .sepia: "#f3ead6"
        }
    }
}
