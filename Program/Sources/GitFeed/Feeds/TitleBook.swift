import Feeds

/// The titles of pull requests that are known.
struct TitleBook: Sendable {
    private struct Name: Hashable {
        let repository: String
        let number: Int

        init(_ pullRequest: PullRequest) {
            repository = pullRequest.repository.lowercased()
            number = pullRequest.number
        }
    }

    private var titles: [Name: String] = [:]
    /// Why no further title was fetched.
    private(set) var failure: FeedError?

    /// The titles that these events have.
    init(_ events: [GitHubItem]) { add(events) }

    mutating func add(_ events: [GitHubItem]) {
        for pullRequest in events.compactMap(\.pullRequest) {
            if let title = pullRequest.title { titles[Name(pullRequest)] = title }
        }
    }

    func with(_ title: String, for pullRequest: PullRequest) -> TitleBook {
        var book = self
        book.titles[Name(pullRequest)] = title
        return book
    }

    func ended(by failure: FeedError) -> TitleBook {
        var book = self
        book.failure = failure
        return book
    }

    /// The event with the title of its pull request, if that is known.
    func titled(_ event: GitHubItem) -> GitHubItem {
        event.pullRequest.flatMap { titles[Name($0)] }.map(event.titled) ?? event
    }

    /// Whether the event is about a pull request whose title isn't known.
    func lacksTitle(_ event: GitHubItem) -> Bool {
        event.pullRequest.map { $0.title == nil && titles[Name($0)] == nil } ?? false
    }

    /// Whether the title is known and not yet part of the event.
    func isNew(for event: GitHubItem) -> Bool {
        event.pullRequest.map { $0.title == nil && titles[Name($0)] != nil } ?? false
    }
}
