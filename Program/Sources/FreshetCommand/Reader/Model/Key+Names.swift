import Feeds

extension Key {
    /// Its name on a keyboard.
    var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let character): "Ctrl-" + character.uppercased()
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .home: "Home"
        case .end: "End"
        case .enter: "Enter"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .escape: "Esc"
        }
    }
}

extension Key {
    /// Keys that always do the same: Ctrl-C and Ctrl-Z are signals, and digits open links.
    var isReserved: Bool {
        switch self {
        case .control("c"), .control("z"): true
        case .character(let character): ("1"..."9").contains(character)
        default: false
        }
    }

    /// Its name in the configuration file.
    var configurationName: String {
        switch self {
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        default: name
        }
    }

    /// Keys with names, by their names in lower case.
    private static let named: [String: Key] = {
        let keys: [Key] = [
            .character(" "), .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .tab, .backTab,
            .backspace, .delete, .escape,
        ]
        let names = keys.flatMap { [($0.configurationName.lowercased(), $0), ($0.name.lowercased(), $0)] }
        let others: [(String, Key)] = [
            ("pageup", .pageUp), ("pagedown", .pageDown), ("escape", .escape), ("return", .enter), ("del", .delete),
        ]
        return Dictionary(names + others) { first, _ in first }
    }()

    /// A key by its name in the configuration file: a character, `Ctrl-` and a letter, or a name such as `PgDn`.
    init(configured name: String) throws(ConfigurationProblem) {
        let lowercase = name.lowercased()
        if let key = Self.named[lowercase] {
            self = key
        } else if lowercase.hasPrefix("ctrl-"), let letter = lowercase.last, name.count == 6,
            ("a"..."z").contains(letter)
        {
            // What a terminal sends for these letters is the same as for a key of its own.
            let same: [Character: Key] = ["h": .backspace, "i": .tab, "j": .enter, "m": .enter]
            if let key = same[letter] {
                throw ConfigurationProblem(
                    "can't be “\(name)”: terminals send it as \(key.configurationName). Choose another key")
            }
            self = .control(letter)
        } else if name.count == 1, let character = name.first, !character.isWhitespace,
            name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        {
            self = .character(character)
        } else {
            let names = Set(Self.named.values.map(\.configurationName)).sorted()
            let nearest = UnknownWord(name, is: "key", among: names).nearest
            throw ConfigurationProblem(
                "must be the name of a key, not “\(name)”. "
                    + (nearest.map { "Did you mean “\($0)”?" }
                        ?? "Use a character, “Ctrl-” and a letter, or one of \(names.joined(separator: ", "))"))
        }
        if isReserved { throw ConfigurationProblem("can't be “\(name)”: \(Self.reason(self))") }
    }

    private static func reason(_ key: Key) -> String {
        switch key {
        case .control("c"): "Ctrl-C always quits"
        case .control("z"): "Ctrl-Z suspends"
        default: "the digits 1 to 9 open links"
        }
    }
}
