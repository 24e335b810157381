import Platform

/// A branch, a tag or the repository was created.
struct CreatePayload: EventPayload {
    /// Nil for the repository itself.
    private let ref: String?
    private let kind: String

    private enum CodingKeys: String, CodingKey {
        case ref
        case kind = "ref_type"
    }

    var predicate: String {
        guard let ref, kind != "repository" else { return "created the \(kind)" }
        return "created \(kind) \(ref)"
    }

    func page(of repository: String, on site: Website) -> URL {
        guard let ref, kind != "repository" else { return site.page(of: repository) }
        return site.page(of: repository, "tree/\(ref)")
    }
}

/// A branch or a tag was deleted.
struct DeletePayload: EventPayload {
    private let ref: String
    private let kind: String

    private enum CodingKeys: String, CodingKey {
        case ref
        case kind = "ref_type"
    }

    var predicate: String { "deleted \(kind) \(ref)" }

    func page(of repository: String, on site: Website) -> URL {
        site.page(of: repository, kind == "tag" ? "tags" : "branches")
    }
}
