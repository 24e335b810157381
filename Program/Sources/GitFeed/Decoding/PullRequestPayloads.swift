import Platform

/// An action on a pull request.
struct PullRequestPayload: EventPayload {
    private let change: Change
    private let number: Int?
    private let pullRequest: EventSubject

    private enum CodingKeys: String, CodingKey {
        case number
        case pullRequest = "pull_request"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        change = try Change(from: decoder)
        number = try container.decodeIfPresent(Int.self, forKey: .number)
        pullRequest = try container.decode(EventSubject.self, forKey: .pullRequest)
    }

    var predicate: String {
        let subject = pullRequest.named("pull request", number: number)
        // Until October 2025 a merge was reported as `closed`, with `merged` in the pull request.
        if change.action == "closed", pullRequest.isMerged == true { return "merged \(subject)" }
        return change.predicate(to: subject)
    }

    var untitledPullRequest: Int? { pullRequest.title == nil ? pullRequest.number ?? number : nil }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        pullRequest.page(in: "pull", of: repository, on: site, number: number)
    }
}

/// A review was submitted or changed.
struct PullRequestReviewPayload: EventPayload {
    private let action: String?
    private let review: Review
    private let pullRequest: EventSubject

    private struct Review: Decodable {
        let state: String?
        let address: String?

        enum CodingKeys: String, CodingKey {
            case state
            case address = "html_url"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case action, review
        case pullRequest = "pull_request"
    }

    var predicate: String {
        let subject = pullRequest.named("pull request")
        switch (action, review.state?.lowercased()) {
        case ("edited", _), ("updated", _): return "edited a review of \(subject)"
        case ("dismissed", _): return "dismissed a review of \(subject)"
        case (_, "approved"): return "approved \(subject)"
        case (_, "changes_requested"): return "requested changes on \(subject)"
        case (_, "dismissed"): return "reviewed \(subject) (dismissed since)"
        default: return "reviewed \(subject)"
        }
    }

    var untitledPullRequest: Int? { pullRequest.title == nil ? pullRequest.number : nil }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        site.page(review.address, else: pullRequest.page(in: "pull", of: repository, on: site))
    }
}

/// A comment on the code of a pull request.
struct PullRequestReviewCommentPayload: EventPayload {
    private let action: String?
    private let comment: GitHubComment
    private let pullRequest: EventSubject

    private enum CodingKeys: String, CodingKey {
        case action, comment
        case pullRequest = "pull_request"
    }

    var predicate: String {
        let place = comment.path.map { "\($0) in " } ?? ""
        return "\(GitHubComment.predicate(action)) \(place)\(pullRequest.named("pull request"))"
    }

    var untitledPullRequest: Int? { pullRequest.title == nil ? pullRequest.number : nil }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        site.page(comment.address, else: pullRequest.page(in: "pull", of: repository, on: site))
    }
}

/// A conversation about the code of a pull request was resolved or reopened.
struct PullRequestReviewThreadPayload: EventPayload {
    private let action: String?
    private let pullRequest: EventSubject

    private enum CodingKeys: String, CodingKey {
        case action
        case pullRequest = "pull_request"
    }

    var predicate: String {
        "\(action?.words ?? "changed") a conversation on \(pullRequest.named("pull request"))"
    }

    var untitledPullRequest: Int? { pullRequest.title == nil ? pullRequest.number : nil }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        pullRequest.page(in: "pull", of: repository, on: site)
    }
}
