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

    static func title(_ chance: inout Chance) -> String {
        "\(chance.one(of: openings)) \(chance.one(of: subjects))"
    }

    static func subject(_ chance: inout Chance) -> String { chance.one(of: subjects) }

    static func url(_ chance: inout Chance, _ number: Int) -> String {
        "https://\(chance.one(of: sites))/\(chance.hex(6))/\(number)"
    }

    /// Paragraphs separated by `<p>`, a link with truncated text, code and entities.
    static func text(_ chance: inout Chance) -> String {
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
