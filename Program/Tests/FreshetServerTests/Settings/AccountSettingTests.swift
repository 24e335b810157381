import TestSupport
import Testing

@testable import FreshetServer

@Suite("Account settings") struct AccountSettingTests {
    @Test("Each value of each setting is read back as it was stored")
    func roundTrip() throws {
        for preference in AccountSetting.all {
            let values =
                switch preference.values {
                case .words(let words): words.map(\.value)
                case .flag: ["true", "false"]
                case .start: ["home", "unread", "folder:News/Tech"]
                case .upstreams: ["", "news planet"]
                case .sendTemplates: ["", "My wiki https://wiki.example/{url}\nB mailto:?body={text}"]
                case .key: ["", "x", "Ä", "7", "."]
                }
            #expect(!values.isEmpty)
            for value in values {
                var preferences = AccountSettings()
                #expect(preference.set(&preferences, value), "\(preference.name) \(value)")
                #expect(preference.value(preferences) == value, "\(preference.name)")
                let changes = preferences.changes(from: AccountSettings())
                #expect(AccountSettings(stored: changes.compactMapValues { $0 }) == preferences, "\(preference.name)")
                #expect(changes.count == (preferences == AccountSettings() ? 0 : 1), "\(preference.name) \(value)")
            }
        }
    }

    @Test("Each setting has its own name")
    func names() {
        #expect(Set(AccountSetting.all.map(\.name)).count == AccountSetting.all.count)
    }

    @Test("Unknown stored names and values are ignored")
    func unknown() {
        let stored = [
            "theme": "plaid", "density": "compact", "later": "1", "key-save": "Enter", "start": "folder: ",
            "scroll": "yes",
        ]
        var expected = AccountSettings()
        expected.density = .compact
        #expect(AccountSettings(stored: stored) == expected)
    }

    @Test("A setting that is the default again is removed from the store")
    func defaults() {
        var dark = AccountSettings()
        dark.theme = .dark
        let changes = AccountSettings().changes(from: dark)
        #expect(changes.count == 1 && changes["theme"] == .some(nil))
    }

    @Test("A folder's list opens first, and all unread items once the folder is gone")
    func start() {
        #expect(AccountSettings.Start.home.path(folders: ["A"]) == nil)
        #expect(AccountSettings.Start.unread.path(folders: []) == "/unread")
        #expect(AccountSettings.Start.folder("A/B").path(folders: ["A", "A/B"]) == "/unread?folder=A%2FB")
        #expect(AccountSettings.Start.folder("C").path(folders: ["A"]) == "/unread")
    }

    @Test("All settings are documented")
    func documentation() throws {
        let table = AccountSetting.documentation
        #expect(try documentedTable("the settings", in: "page.md", writing: table) == table)
    }
}

@Suite("Keyboard shortcuts") struct ShortcutTests {
    @Test("Shortcuts have different keys by default")
    func different() {
        #expect(Shortcuts().refusal == nil)
        #expect(Shortcut.allCases.allSatisfy { Shortcuts.isKey($0.key) })
    }

    @Test("The refusal of a key that another action has names both actions")
    func twice() throws {
        var shortcuts = Shortcuts()
        shortcuts[.save] = "r"
        let refusal = try #require(shortcuts.refusal)
        #expect(refusal.shortcut == .save)
        #expect(
            refusal.reason
                == "“r” can't be the key of both “save the item, or unsave it” and “refresh”. Choose another key for one of them."
        )
        shortcuts[.refresh] = "x"
        #expect(shortcuts.refusal == nil)
    }

    @Test("Two shortcuts can exchange their keys")
    func exchanged() {
        var shortcuts = Shortcuts()
        (shortcuts[.save], shortcuts[.read]) = ("m", "s")
        #expect(shortcuts.refusal == nil)
    }

    @Test("The refusal of a reserved key names both actions")
    func reserved() throws {
        var shortcuts = Shortcuts()
        shortcuts[.search] = "?"
        let refusal = try #require(shortcuts.refusal)
        #expect(refusal.shortcut == .search)
        #expect(refusal.reason.contains("“show these shortcuts”") && refusal.reason.contains("“search”"))
    }

    @Test("Several shortcuts can have no key")
    func none() {
        var shortcuts = Shortcuts()
        (shortcuts[.save], shortcuts[.read]) = ("", "")
        #expect(shortcuts.refusal == nil)
    }

    @Test(
        "A text that isn't one letter, digit or sign is no key",
        arguments: ["", " ", "\n", "ab", "Enter", "\u{200B}", "\u{301}", "\u{7}"])
    func invalid(key: String) {
        #expect(!Shortcuts.isKey(key))
    }

    @Test("Titles name the keys, with Shift for capital letters, unless shortcuts are off")
    func hints() {
        var preferences = AccountSettings()
        #expect(preferences.hint("Save", .save) == "Save (s)")
        #expect(preferences.hint("Older", .older) == "Older (Shift+M)")
        preferences.shortcuts[.save] = ""
        #expect(preferences.hint("Save", .save) == "Save")
        preferences = AccountSettings()
        preferences.hasShortcuts = false
        #expect(preferences.hint("Save", .save) == "Save")
    }
}
