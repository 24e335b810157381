import WebText

/// An action of the page with a key that the account can change.
///
/// The page's script implements it, by its raw value.
enum Shortcut: String, Sendable, Hashable, CaseIterable {
    case next, previous, open, save, read, label, send, play, older, all, undo, follow, new, refresh, search, go

    /// The default key.
    var key: String {
        switch self {
        case .next: "j"
        case .previous: "k"
        case .open: "o"
        case .save: "s"
        case .read: "m"
        case .label: "l"
        case .send: "S"
        case .play: "p"
        case .older: "M"
        case .all: "A"
        case .undo: "u"
        case .follow: "a"
        case .new: "."
        case .refresh: "r"
        case .search: "/"
        case .go: "g"
        }
    }

    /// The description of the action.
    var title: String {
        switch self {
        case .next: "next item"
        case .previous: "previous item"
        case .open: "open the item's site in a new tab"
        case .save: "save the item, or unsave it"
        case .read: "mark the item as read or unread"
        case .label: "add a label to the item"
        case .send: "share the item, or send it to a service"
        case .play: "play or pause audio"
        case .older: "mark all older items as read"
        case .all: "mark all items as read"
        case .undo: "undo the last “mark as read”, or unfollowing"
        case .follow: "follow an address"
        case .new: "show new items"
        case .refresh: "refresh"
        case .search: "search"
        case .go: "go to a page, by a second key"
        }
    }
}

/// The keys of an account's shortcuts.
struct Shortcuts: Sendable, Hashable {
    /// The keys that aren't the default.
    private var changed: [Shortcut: String] = [:]

    /// The keys that can't be chosen, with what they do.
    static let reserved = ["?": "show these shortcuts"]

    /// The key of a shortcut, as browsers report it; empty for none.
    subscript(shortcut: Shortcut) -> String {
        get { changed[shortcut] ?? shortcut.key }
        set { changed[shortcut] = newValue == shortcut.key ? nil : newValue }
    }

    /// Returns true if a text is a key with a letter, a digit or a sign.
    static func isKey(_ text: String) -> Bool {
        guard text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first else { return false }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol,
            .otherSymbol:
            true
        default: false
        }
    }

    /// The first key that can't be used, and why; nil if each of them can.
    var refusal: (shortcut: Shortcut, reason: String)? {
        var used: [String: Shortcut] = [:]
        for shortcut in Shortcut.allCases {
            let key = self[shortcut]
            if key.isEmpty { continue }
            if let action = Self.reserved[key] {
                return (shortcut, "“\(key)” is reserved for “\(action)”. Choose another key for “\(shortcut.title)”.")
            }
            if let other = used.updateValue(shortcut, forKey: key) {
                return (
                    changed[shortcut] == nil ? other : shortcut,
                    "“\(key)” can't be the key of both “\(other.title)” and “\(shortcut.title)”. Choose another key for one of them."
                )
            }
        }
        return nil
    }

    /// The names of the keys to press together for a key: `Shift`, `M`.
    static func names(of key: String) -> [String] { key.lowercased() == key ? [key] : ["Shift", key] }
}

extension AccountSettings {
    /// A title with the key of a shortcut, if it has one: `Save (s)`.
    func hint(_ title: String, _ shortcut: Shortcut) -> String {
        let key = shortcuts[shortcut]
        return hasShortcuts && !key.isEmpty
            ? "\(title) (\(Shortcuts.names(of: key).joined(separator: "+")))" : title
    }
}
