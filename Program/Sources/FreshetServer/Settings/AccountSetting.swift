import FeedStore

/// The description of a setting.
///
/// Its place in the store, the form, the check of sent values, the API and the documentation are made from it.
struct AccountSetting: Sendable {
    /// A heading of the form.
    enum Group: String, Sendable, CaseIterable {
        case appearance = "Appearance"
        case lists = "Lists"
        case touch = "Touch"
        case playing = "Audio and video"
        case upstreams = "Upstreams"
        case sending = "Send to"
        case keys = "Keyboard shortcuts"
    }

    /// The kind of a setting's values.
    enum Values: Sendable {
        case words([Word])
        case flag
        /// `home`, `unread` or a folder.
        case start
        /// The ids of upstreams, separated by spaces in the store.
        case upstreams
        /// Names and addresses of services, a line for each in the store.
        case sendTemplates
        /// A key.
        case key
    }

    struct Word: Sendable {
        let value: String
        /// The name for readers.
        let title: String
    }

    /// The name in the store, in forms and for programs.
    let name: String
    /// The name for readers.
    let title: String
    /// The effect of the setting; nil if the title describes it.
    var hint: String?
    let group: Group
    let values: Values
    /// True if the root element of pages has it, for the style sheet and the script.
    var isOnPage = false
    /// The value as text.
    let value: @Sendable (AccountSettings) -> String
    /// Sets a value; false if it isn't one.
    private let setting: @Sendable (inout AccountSettings, String) -> Bool

    private init(
        _ name: String, _ title: String, _ hint: String?, _ group: Group, _ values: Values, isOnPage: Bool = false,
        value: @escaping @Sendable (AccountSettings) -> String,
        set: @escaping @Sendable (inout AccountSettings, String) -> Bool
    ) {
        (self.name, self.title, self.hint, self.group, self.values) = (name, title, hint, group, values)
        (self.isOnPage, self.value, setting) = (isOnPage, value, set)
    }

    /// Sets a value; returns false, and changes nothing, if it isn't one.
    @discardableResult
    func set(_ preferences: inout AccountSettings, _ value: String) -> Bool { setting(&preferences, value) }
}

extension AccountSetting {
    fileprivate static func words<Value: Choice>(
        _ name: String, _ field: any WritableKeyPath<AccountSettings, Value> & Sendable, _ title: String,
        _ hint: String? = nil,
        in group: Group, isOnPage: Bool = false, titles: (Value) -> String = \.title
    ) -> AccountSetting {
        let words = Value.allCases.map { Word(value: $0.rawValue, title: titles($0)) }
        return AccountSetting(name, title, hint, group, .words(words), isOnPage: isOnPage) {
            $0[keyPath: field].rawValue
        } set: { preferences, text in
            guard let value = Value(rawValue: text) else { return false }
            preferences[keyPath: field] = value
            return true
        }
    }

    fileprivate static func flag(
        _ name: String, _ field: any WritableKeyPath<AccountSettings, Bool> & Sendable, _ title: String,
        _ hint: String? = nil,
        in group: Group
    ) -> AccountSetting {
        AccountSetting(name, title, hint, group, .flag, isOnPage: true) {
            String($0[keyPath: field])
        } set: { preferences, text in
            guard let value = Bool(text) else { return false }
            preferences[keyPath: field] = value
            return true
        }
    }

    fileprivate static let start = AccountSetting(
        "start", "When Freshet opens, show",
        "From a bookmark, a typed address or the installed app. “Home” in the menu always leads to the home page.",
        .lists, .start
    ) {
        $0.start.rawValue
    } set: { preferences, text in
        guard let start = AccountSettings.Start(rawValue: text) else { return false }
        preferences.start = start
        return true
    }

    fileprivate static let hidden = AccountSetting(
        "hidden", "Leave out of the menu and Home", "Feeds of these that you follow stay.", .upstreams, .upstreams
    ) {
        $0.hiddenUpstreams.sorted().joined(separator: " ")
    } set: { preferences, text in
        preferences.hiddenUpstreams = Set(text.split(separator: " ").map(String.init))
        return true
    }

    fileprivate static let sendTemplates = AccountSetting(
        "send-to", "Services that items are sent to", nil, .sending, .sendTemplates
    ) {
        $0.sendTemplates.lines
    } set: { preferences, text in
        let templates = [SendTemplate](lines: text)
        guard templates.refusal == nil else { return false }
        preferences.sendTemplates = templates
        return true
    }

    fileprivate static func key(_ shortcut: Shortcut) -> AccountSetting {
        AccountSetting("key-" + shortcut.rawValue, shortcut.title, nil, .keys, .key) {
            $0.shortcuts[shortcut]
        } set: { preferences, text in
            guard Shortcuts.isKey(text) || text.isEmpty else { return false }
            preferences.shortcuts[shortcut] = text
            return true
        }
    }

    /// All settings, in the order of the form.
    static let all: [AccountSetting] =
        [
            .words("theme", \.theme, "Theme", "“System” follows your device.", in: .appearance, isOnPage: true),
            .words(
                "text-size", \.textSize, "Size of text", "Of the item that you read.", in: .appearance, isOnPage: true),
            .words("text-face", \.textFace, "Typeface of text", in: .appearance, isOnPage: true),
            .words("text-width", \.textWidth, "Width of text", in: .appearance, isOnPage: true),
            .words(
                "density", \.density, "Density of lists",
                "Compact rows have one line and no pictures; cards have large ones.",
                in: .appearance,
                isOnPage: true),
            .start,
            .words("order", \.order, "Order of unread and saved items", in: .lists) {
                $0 == .newest ? "Newest first" : "Oldest first"
            },
            .flag(
                "scroll", \.readsByScrolling, "Mark as read while scrolling",
                "Unread items are marked as read once they have left the top of the list.", in: .lists),
            .words(
                StoryPreferences.name, \.stories, "Stories",
                "What several feeds tell is one row, with the names of the others below its title.", in: .lists),
            .words(
                StoryPreferences.renewalName, \.storyRenewal, "A new voice makes a story unread",
                "New sources are feeds that haven't told it yet; new facts are numbers and names that no earlier title has.",
                in: .lists, titles: \.title),
            .words(
                StoryPreferences.appsName, \.appsMarkStories, "A reader app marks whole stories",
                "What an app marks as read or unread takes the others that tell the same story with it.", in: .lists),
            .words(
                "swipe-right", \.swipeRight, "Swipe a row to the right", in: .touch, isOnPage: true, titles: \.title),
            .words("swipe-left", \.swipeLeft, "Swipe a row to the left", in: .touch, isOnPage: true, titles: \.title),
            .words(
                "speed", \.speed, "Speed", "Of all audio and video. The player has this choice, too.", in: .playing,
                isOnPage: true, titles: \.title),
            .hidden,
            .sendTemplates,
            .flag(
                "keys", \.hasShortcuts, "Single-key shortcuts",
                "Turn them off if your browser or your screen reader uses these keys.", in: .keys),
        ] + Shortcut.allCases.map(key)
}
