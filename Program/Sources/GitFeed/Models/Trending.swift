public import FreshetHTTP
public import Platform

/// The events of the most starred repositories of a language, as far as they have arrived.
public struct Trending: Sendable {
    /// The language as requested.
    public let language: String
    /// The repositories, most stars first.
    ///
    /// Empty if GitHub has none in the language.
    public let repositories: [TrendingRepository]
    /// Whether GitHub's search timed out, so that more popular repositories may be missing.
    public let incompleteResults: Bool
    /// The events so far, newest first.
    public internal(set) var events: [GitHubItem] = []
    /// The number of repositories whose events have arrived or failed.
    public internal(set) var done = 0
    /// Unreadable repositories and events.
    public internal(set) var skipped: [SkippedItem]
    /// The repositories whose events failed.
    public internal(set) var failures: [Failure] = []

    /// Whether the search found everything and no repository failed.
    var isComplete: Bool { !incompleteResults && failures.isEmpty }

    /// The number of repositories.
    public var total: Int { repositories.count }

    /// A repository whose events failed.
    public struct Failure: Sendable {
        /// The repository.
        public let repository: RepositoryName
        /// The error.
        public let error: any Error
    }

    /// Adds the result for one repository.
    mutating func add(_ repository: RepositoryName, _ result: Result<EventPage, any Error>, count: Int) {
        done += 1
        switch result {
        case .success(let page):
            skipped += page.skipped
            // A token also finds the private repositories of its owner.
            if page.isPrivate { break }
            events = (events + page.events.prefix(count)).sorted(by: GitHubItem.newestFirst)
        case .failure(let error):
            failures.append(Failure(repository: repository, error: error))
        }
    }
}

/// One of the most starred repositories.
public struct TrendingRepository: Sendable, Hashable {
    /// `owner/name`.
    public let name: RepositoryName
    /// The owner's description.
    public let description: String?
    /// The number of stars.
    public let stars: Int?
    /// The web page.
    public let url: URL

    private enum CodingKeys: String, CodingKey {
        case name, description, stars, url
    }
}
