import Platform

/// A review was submitted or changed.
struct PullRequestReviewPayload: EventPayload {
    private let action: String?
    private let review: Review
    private let pullRequest: Subject

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

    func page(of repository: String, on site: Website) -> URL {
        site.page(review.address, else: pullRequest.page(in: "pull", of: repository, on: site))
    }
}

/// A comment on the code of a pull request.
struct PullRequestReviewCommentPayload: EventPayload {
    private let action: String?
    private let comment: GitHubComment
    private let pullRequest: Subject

    private enum CodingKeys: String, CodingKey {
        case action, comment
        case pullRequest = "pull_request"
    }

    var predicate: String {
        let place = comment.path.map { "\($0) in " } ?? ""
        return "\(GitHubComment.predicate(action)) \(place)\(pullRequest.named("pull request"))"
    }

    var untitledPullRequest: Int? { pullRequest.title == nil ? pullRequest.number : nil }

    func page(of repository: String, on site: Website) -> URL {
        site.page(comment.address, else: pullRequest.page(in: "pull", of: repository, on: site))
    }
}

/// A conversation about the code of a pull request was resolved or reopened.
struct PullRequestReviewThreadPayload: EventPayload {
    private let action: String?
    private let pullRequest: Subject

    private enum CodingKeys: String, CodingKey {
        case action
        case pullRequest = "pull_request"
    }

    var predicate: String {
        "\(action?.words ?? "changed") a conversation on \(pullRequest.named("pull request"))"
    }

    var untitledPullRequest: Int? { pullRequest.title == nil ? pullRequest.number : nil }

    func page(of repository: String, on site: Website) -> URL {
        pullRequest.page(in: "pull", of: repository, on: site)
    }
}
