import Platform
import WebText

/// The subject of an event: an issue, a pull request or a discussion.
///
/// Since October 2025 pull requests have only a number.
struct Subject: Decodable {
    let number: Int?
    let title: String?
    let address: String?
    let isMerged: Bool?
    let stateReason: String?
    private let pullRequest: Links?

    private struct Links: Decodable {
        let url: String?
        let page: String?

        enum CodingKeys: String, CodingKey {
            case url
            case page = "html_url"
        }
    }

    /// Whether the issue is a pull request, which it links to.
    ///
    /// In 2013 all issues had these links, with null values.
    var isPullRequest: Bool { pullRequest?.url != nil || pullRequest?.page != nil }

    enum CodingKeys: String, CodingKey {
        case number, title
        case address = "html_url"
        case isMerged = "merged"
        case stateReason = "state_reason"
        case pullRequest = "pull_request"
    }

    /// `issue #3 “Title”`, or the known parts of it.
    func named(_ noun: String, number: Int? = nil) -> String {
        guard let number = self.number ?? number else {
            return "\(noun) \(title?.ifNotBlank?.quoted ?? "without a number")"
        }
        return ["\(noun) #\(number)", title?.ifNotBlank?.quoted].compactMap { $0 }.joined(separator: " ")
    }

    /// The web page; `folder` is `issues`, `pull` or `discussions`.
    func page(in folder: String, of repository: String, on site: Website, number: Int? = nil) -> URL {
        site.page(
            address, else: site.page(of: repository, (self.number ?? number).map { "\(folder)/\($0)" } ?? ""))
    }
}

/// A comment of any kind.
struct GitHubComment: Decodable {
    let address: String?
    let path: String?
    let commit: String?

    enum CodingKeys: String, CodingKey {
        case path
        case address = "html_url"
        case commit = "commit_id"
    }

    /// `commented on`, or another action on a comment.
    static func predicate(_ action: String?) -> String {
        switch action {
        case nil, "created": "commented on"
        case "edited": "edited a comment on"
        case "deleted": "deleted a comment on"
        case let action?: "\(action.words) a comment on"
        }
    }
}

extension String {
    /// The words of an action's name: `review_requested` → `review requested`.
    var words: String { replacing("_", with: " ") }
}
