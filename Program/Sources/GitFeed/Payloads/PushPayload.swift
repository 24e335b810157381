import Platform

/// Commits were pushed to a branch or tag.
///
/// Since October 2025 events contain neither their number nor their messages.
struct PushPayload: EventPayload {
    private let ref: String
    private let head: String?
    private let before: String?
    private let size: Int?

    var predicate: String {
        let commits =
            switch size {
            case nil, 0: ""
            case 1: "1 commit "
            case let size?: "\(size) commits "
            }
        return "pushed \(commits)to \(Ref(ref).phrase)"
    }

    func page(of repository: String, on site: Website) -> URL {
        guard let head else { return site.page(of: repository, "commits/\(Ref(ref).name)") }
        // The branch is new.
        guard let before, before.contains(where: { $0 != "0" }) else {
            return site.page(of: repository, "commits/\(head)")
        }
        return site.page(of: repository, "compare/\(before)...\(head)")
    }
}

/// A branch or a tag by its full or short name.
struct Ref {
    let name: String
    let isTag: Bool

    init(_ text: String) {
        isTag = text.hasPrefix("refs/tags/")
        name =
            ["refs/heads/", "refs/tags/"].first { text.hasPrefix($0) }.map { String(text.dropFirst($0.count)) } ?? text
    }

    /// `main`, or `the tag v1`.
    var phrase: String { isTag ? "the tag \(name)" : name }
}
