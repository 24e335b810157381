#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Commits were pushed to a branch or tag.
///
/// Since October 2025 neither their number nor their messages are told.
struct PushPayload: EventPayload {
    private let ref: String
    private let head: String?
    private let before: String?
    private let size: Int?

    var deed: String {
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
        // A new branch comes from nowhere.
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
