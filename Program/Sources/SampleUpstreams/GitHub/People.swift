/// A made-up account.
struct Person: Sendable {
    let login: String
    let id: Int
    let kind: Kind

    enum Kind: String, Sendable {
        case user = "User"
        case organization = "Organization"
        case bot = "Bot"
    }

    /// The login in events: a bot's is without its `[bot]`.
    var displayLogin: String { login.replacing("[bot]", with: "") }

    /// Made-up people; each login ends in `-sample`.
    static let all: [Person] = [
        "mira", "tobias", "ines", "okko", "sunniva", "dario", "lieke", "pavel", "amara", "joon", "freya", "hassan",
        "yuki",
        "bram", "odile", "karim", "saskia", "noor", "elio", "wanda", "rafi", "greta", "tomasz", "aiko",
    ].enumerated().map { Person(login: $1 + "-sample", id: 910_001 + $0 * 17, kind: .user) }

    /// The owner of every accepted token.
    static let mira = all[0]

    static let bot = Person(login: "tidy-sample[bot]", id: 919_999, kind: .bot)
    static let octoSample = Person(login: "octo-sample", id: 900_001, kind: .organization)

    static func any(_ chance: inout Chance) -> Person {
        chance.happens(onceIn: 12) ? bot : chance.one(of: all)
    }
}
