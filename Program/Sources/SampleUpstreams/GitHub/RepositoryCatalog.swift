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

    /// A private repository, which no list has.
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
        var chance = Chance(seed, "repositories of " + language)
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
