import WebText

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
