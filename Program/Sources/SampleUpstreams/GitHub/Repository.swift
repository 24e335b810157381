import Platform
import WebText

/// A made-up repository and its activity.
struct Repository: Sendable {
    let id: Int
    let owner: Person
    let name: String
    var description: String?
    var homepage: String?
    var language: String?
    var licence: String?
    var stars = 12
    /// Seconds before the start.
    var age: Double = 500 * 86400
    /// True if its events are as before October 2025: pushes with commits, pull requests with titles.
    var isFat = false
    /// The number of events before the start.
    var history = 40
    /// Seconds between the events before the start.
    var historySpacing: Double = 5 * 3600
    /// Seconds between events after the start; nil for no events at all.
    var spacing: Double? = 600

    /// True if only some tokens open it; see ``RateLimits/Payer/opens(_:)``.
    var isPrivate = false

    var fullName: String { owner.login + "/" + name }

    func created(_ world: World) -> Date { world.start.addingTimeInterval(-age) }

    /// One star is added every ten minutes.
    func stars(_ world: World, at now: Date) -> Int {
        stars + max(0, Int(now.timeIntervalSince(world.start) / world.pace(600)))
    }
}

/// All repositories: five fixed ones, and forty for each language that the search knows.
struct RepositoryCatalog: Sendable {
    /// In the order of ids.
    let all: [Repository]
    private let byName: [String: Int]
    private let byID: [Int: Int]

    /// The name that moved, and its new name.
    static let renamed = (from: "octo-sample/renamed", to: "octo-sample/harbor")

    init(seed: UInt64) {
        var all = Self.readyMade
        for (index, language) in Self.languages.enumerated() {
            all += Self.repositories(of: language, number: index, seed: seed)
        }
        all.sort { $0.id < $1.id }
        self.all = all
        byName = Dictionary(
            all.enumerated().map { ($1.fullName.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        byID = Dictionary(all.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Compares names without case, like GitHub.
    subscript(name: String) -> Repository? {
        byName[name.lowercased()].map { all[$0] } ?? (name.lowercased() == Self.vault.fullName ? Self.vault : nil)
    }

    subscript(id: Int) -> Repository? { byID[id].map { all[$0] } ?? (id == Self.vault.id ? Self.vault : nil) }

    /// A private repository, which is in no list.
    private static let vault = Repository(
        id: 4_200_043, owner: .octoSample, name: "vault", stars: 0, history: 30, spacing: 60, isPrivate: true)

    static let languages = [
        "Swift", "Rust", "Python", "JavaScript", "TypeScript", "Go", "Java", "Kotlin", "C", "C++", "C#", "Ruby", "PHP",
        "Haskell", "OCaml", "Elixir", "Zig", "Lua", "Shell", "COBOL",
    ]

    private static let readyMade: [Repository] = [
        Repository(
            id: 4_200_001, owner: .octoSample, name: "harbor", description: "Moors long-running jobs to their harbours",
            homepage: "https://harbor.example", language: "Swift", licence: "MIT", stars: 1840, history: 140,
            historySpacing: 4 * 3600, spacing: 45),
        Repository(
            id: 4_200_017, owner: .octoSample, name: "lighthouse", description: nil, homepage: "", language: "Go",
            licence: "Apache-2.0", stars: 760, isFat: true, history: 90, historySpacing: 6 * 3600, spacing: 60),
        Repository(id: 4_200_023, owner: .octoSample, name: "empty", stars: 0, history: 0, spacing: nil),
        Repository(
            id: 4_200_031, owner: .octoSample, name: "busy", description: "Never sleeps", language: "TypeScript",
            licence: "MIT", stars: 48_210, history: 400, historySpacing: 12, spacing: 9),
    ]

    private static func repositories(of language: String, number: Int, seed: UInt64) -> [Repository] {
        var chance = SeededRandom(seed, "repositories of " + language)
        var names = Set<String>()
        return (0..<40).map { index in
            var name: String
            repeat {
                name = chance.one(of: Words.adjectives) + "-" + chance.one(of: Words.things)
            } while !names.insert(name).inserted
            let isNew = index % 3 == 0
            return Repository(
                id: 5_000_000 + number * 100_000 + index * 1_000 + chance.number(0..<900),
                owner: chance.one(of: Person.all), name: name + "-" + slug(language),
                description: chance.happens(onceIn: 5) ? nil : Words.pitch(&chance),
                homepage: chance.happens(onceIn: 3) ? "https://\(name).example" : chance.happens(onceIn: 2) ? "" : nil,
                language: language, licence: chance.happens(onceIn: 4) ? nil : chance.one(of: ["MIT", "Apache-2.0"]),
                stars: 40 + (40 - index) * (40 - index) * 9 + chance.number(0..<300),
                age: Double(isNew ? chance.number(1..<50) : chance.number(50..<3000)) * 86400,
                history: chance.number(8..<70))
        }
    }

    private static func slug(_ language: String) -> String {
        language.lowercased().replacing("+", with: "p").replacing("#", with: "sharp")
    }
}

/// `GET /search/repositories`: supports `language:`, `created:>`, `created:>=` and words of the name or description.
struct RepositorySearch: Sendable {
    private var language: String?
    private var createdFrom: String?
    private var words: [String] = []
    private let sort: String?
    private let isAscending: Bool

    /// Nil if the query is missing.
    init?(_ request: SampleRequest) {
        guard let query = request.parameters["q"], !query.isEmpty else { return nil }
        sort = request.parameters["sort"]
        isAscending = request.parameters["order"] == "asc"
        for term in query.split(separator: " ") {
            let sides = term.split(separator: ":", maxSplits: 1).map(String.init)
            switch sides.first {
            case "language" where sides.count == 2: language = sides[1].replacing("\"", with: "").lowercased()
            case "created" where sides.count == 2:
                createdFrom = sides[1].trimmingPrefix(">=").trimmingPrefix(">").description
            case _ where sides.count == 2: break  // other qualifiers have no effect here
            default: words.append(term.lowercased())
            }
        }
    }

    /// GitHub's search can time out; here it does for one language, so that clients can be tested.
    var isIncomplete: Bool { language == "cobol" }

    func results(in catalog: RepositoryCatalog, world: World) -> [Repository] {
        let found = catalog.all.filter { repository in
            if let language, repository.language?.lowercased() != language { return false }
            if let createdFrom, repository.created(world).internetDate < createdFrom { return false }
            let text = (repository.fullName + " " + (repository.description ?? "")).lowercased()
            return words.allSatisfy { text.contains($0) }
        }
        let sorted = found.sorted { first, second in
            let keys = (key(first), key(second))
            return keys.0 == keys.1 ? first.id < second.id : keys.0 > keys.1
        }
        return Array((isAscending ? sorted.reversed() : sorted).prefix(1000))
    }

    private func key(_ repository: Repository) -> Double {
        switch sort {
        case "updated": -(repository.spacing ?? .infinity)
        case "help-wanted-issues": Double(repository.stars / 40)
        default: Double(repository.stars)  // stars, forks, and best match
        }
    }
}

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

    static func any(_ chance: inout SeededRandom) -> Person {
        chance.happens(onceIn: 12) ? bot : chance.one(of: all)
    }
}
