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

    static func pitch(_ chance: inout SeededRandom) -> String {
        "A \(chance.one(of: adjectives)) \(chance.one(of: things)) for \(chance.one(of: things))s"
    }

    /// Mostly plain; sometimes wide characters, quotes, or an escape sequence that terminals must not see.
    static func title(_ chance: inout SeededRandom) -> String {
        switch chance.number(0..<24) {
        case 0: return "灯台の光を直す 🌊"
        case 1: return "Color the \u{1B}[31mred\u{1B}[0m buoy"
        case 2: return "“Smart” quotes & <angle> brackets"
        default:
            return "\(chance.one(of: verbs)) the \(chance.one(of: adjectives)) \(chance.one(of: things)) "
                + chance.one(of: ends)
        }
    }

    static func branch(_ chance: inout SeededRandom) -> String {
        chance.one(of: ["fix", "feature", "docs"]) + "/" + chance.one(of: things)
    }

    static func text(_ chance: inout SeededRandom) -> String {
        "I saw this \(chance.one(of: ends)).\n\nThe `\(chance.one(of: things))` looks \(chance.one(of: adjectives))."
    }
}

/// The words of made-up stories, comments and accounts.
enum NewsWords {
    static let authors = [
        "amberfinch", "bytelark", "cobaltwren", "dustmote", "eelgrass", "fennec42", "greyheron", "hexmoss", "inkcap",
        "jadepebble", "kilnfire", "loamy", "mothlight", "nacre", "oddbeacon", "plumbline", "quietquay", "rustlichen",
        "sandbar", "tidewrack", "umbrella_pine", "vellum", "wickerwork", "xylem9", "yawl", "zephyrous",
    ]
    private static let subjects = [
        "a lighthouse", "tidal clocks", "the last ferry", "paper maps", "a tiny compiler", "hand-drawn fonts",
        "old modems",
        "a garden of sensors", "the harbour master", "seaweed glue", "knitted circuits", "a walking library",
    ]
    private static let openings = [
        "How we measured", "The quiet history of", "Rewriting", "What nobody says about", "A field guide to",
        "Rebuilding",
        "Learning from", "In praise of",
    ]
    private static let sites = [
        "tidepool.example", "blog.amberworks.example", "paperboat.example", "news.corvale.example", "github.example",
    ]

    static func title(_ chance: inout SeededRandom) -> String {
        "\(chance.one(of: openings)) \(chance.one(of: subjects))"
    }

    static func subject(_ chance: inout SeededRandom) -> String { chance.one(of: subjects) }

    static func url(_ chance: inout SeededRandom, _ number: Int) -> String {
        "https://\(chance.one(of: sites))/\(chance.hex(6))/\(number)"
    }

    /// Paragraphs separated by `<p>`, a link with truncated text, code and entities.
    static func text(_ chance: inout SeededRandom) -> String {
        let first = "I&#x27;ve been thinking about \(chance.one(of: subjects)) &amp; \(chance.one(of: subjects))."
        switch chance.number(0..<4) {
        case 0:
            let address = "https:&#x2F;&#x2F;tidepool.example&#x2F;a-long-way&#x2F;\(chance.hex(4))"
            return first
                + "<p>See <a href=\"\(address)\" rel=\"nofollow\">https:&#x2F;&#x2F;tidepool.example&#x2F;a-lo...</a>"
        case 1:
            return first
                + "<p><pre><code>  if tide &gt; 2 { moor() }\n</code></pre>\nIt is <i>not</i> &quot;done&quot;."
        case 2: return "&gt; It never worked.<p>" + first
        default: return first
        }
    }
}

/// Made-up names of places and storms.
enum Places {
    static let colors = [
        "Amber", "Copper", "Dusky", "Eastern", "Flint", "Golden", "Hazel", "Indigo", "Juniper", "Lower", "Marble",
        "Upper",
        "Ochre", "Pewter", "Russet", "Sable", "Tawny", "Umber", "Whistling", "Yonder",
    ]
    static let landforms = [
        "Ridge", "Gulch", "Mesa", "Hollow", "Creek", "Bluff", "Saddle", "Canyon", "Flat", "Butte", "Basin", "Spur",
    ]
    static let counties = [
        "Fernhollow, Vestria", "Larkspur, Vestria", "Tallowmere, Ostrava Plains", "Quillback, Norrland Sample",
        "Brindle, Vestria", "Saltmarsh, Corvale", "Thistledown, Corvale", "Windrow, Ostrava Plains",
    ]
    static let countries = [
        "Corvale", "Vestria", "Maroven", "Island of Tessel", "Upper Lind", "Sandoria", "Kestrel Islands", "Norrmark",
    ]
    static let stormNames = [
        "Ondine", "Quill", "Barnaby", "Zephyrine", "Tamsin", "Oswin", "Peregrine", "Lumi", "Marisol", "Yarrow",
        "Isolde",
        "Fennick",
    ]
}
