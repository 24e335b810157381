import Feeds

/// The known titles of pull requests.
struct TitleBook: Sendable {
    private struct Name: Hashable {
        let repository: String
        let number: Int

        init(_ pullRequest: PullRequest) {
            repository = pullRequest.repository.lowercased()
            number = pullRequest.number
        }
    }

    private var titles: [Name: PullRequestText] = [:]
    /// Why fetching titles stopped.
    private(set) var failure: FeedError?

    /// Collects the titles of these events.
    init(_ events: [GitHubItem]) { add(events) }

    mutating func add(_ events: [GitHubItem]) {
        for pullRequest in events.compactMap(\.pullRequest) {
            guard let title = pullRequest.title else { continue }
            titles[Name(pullRequest)] = PullRequestText(title: title, body: pullRequest.body)
        }
    }

    func with(_ title: PullRequestText, for pullRequest: PullRequest) -> TitleBook {
        var book = self
        book.titles[Name(pullRequest)] = title
        return book
    }

    func ended(by failure: FeedError) -> TitleBook {
        var book = self
        book.failure = failure
        return book
    }

    /// The event with the title of its pull request, if it is known.
    func titled(_ event: GitHubItem) -> GitHubItem {
        event.pullRequest.flatMap { titles[Name($0)] }.map(event.titled) ?? event
    }

    /// Whether the event's pull request has no known title.
    func lacksTitle(_ event: GitHubItem) -> Bool {
        event.pullRequest.map { $0.title == nil && titles[Name($0)] == nil } ?? false
    }

    /// Whether the title is known but not part of the event yet.
    func isNew(for event: GitHubItem) -> Bool {
        event.pullRequest.map { $0.title == nil && titles[Name($0)] != nil } ?? false
    }
}
