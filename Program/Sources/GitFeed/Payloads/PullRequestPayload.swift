import Platform

/// An action on a pull request.
struct PullRequestPayload: EventPayload {
    private let change: Change
    private let number: Int?
    private let pullRequest: Subject

    private enum CodingKeys: String, CodingKey {
        case number
        case pullRequest = "pull_request"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        change = try Change(from: decoder)
        number = try container.decodeIfPresent(Int.self, forKey: .number)
        pullRequest = try container.decode(Subject.self, forKey: .pullRequest)
    }

    var predicate: String {
        let subject = pullRequest.named("pull request", number: number)
        // Until October 2025 a merge was reported as `closed`, with `merged` in the pull request.
        if change.action == "closed", pullRequest.isMerged == true { return "merged \(subject)" }
        return change.predicate(to: subject)
    }

    var untitledPullRequest: Int? { pullRequest.title == nil ? pullRequest.number ?? number : nil }

    func page(of repository: String, on site: Website) -> URL {
        pullRequest.page(in: "pull", of: repository, on: site, number: number)
    }
}
