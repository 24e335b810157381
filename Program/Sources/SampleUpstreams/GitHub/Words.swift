/// The words of made-up repositories, titles and texts.
enum Words {
    static let adjectives = [
        "quiet", "amber", "brisk", "copper", "drifting", "early", "foggy", "gentle", "hollow", "inland", "jade", "keen",
        "lucid", "mossy", "narrow", "opal", "pale", "quick", "rustic", "silver", "tidal", "upland", "vivid", "woven",
    ]
    static let things = [
        "anchor", "beacon", "cartographer", "delta", "estuary", "ferry", "gauge", "harbour", "inlet", "jetty", "kelp",
        "lantern", "mooring", "narwhal", "otter", "pier", "quay", "reef", "sextant", "tern", "undertow", "vessel",
        "weir",
    ]
    static let verbs = [
        "Fix", "Add", "Remove", "Rewrite", "Speed up", "Document", "Test", "Simplify", "Guard", "Rename",
    ]
    static let ends = [
        "on slow links", "when the queue is empty", "for large files", "after a restart", "in the sample app", "twice",
        "under load", "without a network", "for right-to-left text", "at midnight",
    ]

    static func pitch(_ chance: inout Chance) -> String {
        "A \(chance.one(of: adjectives)) \(chance.one(of: things)) for \(chance.one(of: things))s"
    }

    /// Mostly plain; sometimes wide characters, quotes, or an escape sequence that terminals must not see.
    static func title(_ chance: inout Chance) -> String {
        switch chance.number(0..<24) {
        case 0: return "灯台の光を直す 🌊"
        case 1: return "Color the \u{1B}[31mred\u{1B}[0m buoy"
        case 2: return "“Smart” quotes & <angle> brackets"
        default:
            return "\(chance.one(of: verbs)) the \(chance.one(of: adjectives)) \(chance.one(of: things)) "
                + chance.one(of: ends)
        }
    }

    static func branch(_ chance: inout Chance) -> String {
        chance.one(of: ["fix", "feature", "docs"]) + "/" + chance.one(of: things)
    }

    static func text(_ chance: inout Chance) -> String {
        "I saw this \(chance.one(of: ends)).\n\nThe `\(chance.one(of: things))` looks \(chance.one(of: adjectives))."
    }
}
