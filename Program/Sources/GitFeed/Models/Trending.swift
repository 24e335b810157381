public import FreshetHTTP

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What happens in the most starred repositories of a language, as far as it has come.
public struct Trending: Sendable {
    /// The language, as it was asked for.
    public let language: String
    /// The repositories, those with the most stars first.
    ///
    /// Empty when GitHub has none of the language.
    public let repositories: [TrendingRepository]
    /// Whether GitHub gave up searching before it was through: then more popular ones may be missing.
    public let incompleteResults: Bool
    /// What has come of all of them, the newest first.
    public internal(set) var events: [GitHubItem] = []
    /// How many repositories have been asked for their events.
    public internal(set) var done = 0
    /// Repositories and events that could not be read.
    public internal(set) var skipped: [SkippedItem]
    /// Repositories whose events could not be had.
    public internal(set) var failures: [Failure] = []

    /// How many repositories there are to ask.
    public var total: Int { repositories.count }

    /// A repository whose events could not be had.
    public struct Failure: Sendable {
        /// The repository.
        public let repository: RepositoryName
        /// Why.
        public let error: any Error
    }

    /// Takes in what came from one repository.
    mutating func add(_ repository: RepositoryName, _ result: Result<EventPage, any Error>, count: Int) {
        done += 1
        switch result {
        case .success(let page):
            skipped += page.skipped
            events = (events + page.events.prefix(count)).sorted(by: GitHubItem.newestFirst)
        case .failure(let error):
            failures.append(Failure(repository: repository, error: error))
        }
    }
}

/// A repository among the most starred.
public struct TrendingRepository: Sendable, Hashable, Codable {
    /// `owner/name`.
    public let name: RepositoryName
    /// What it is, in its owner's words.
    public let description: String?
    /// How many people starred it.
    public let stars: Int?
    /// Its page.
    public let url: URL

    private enum CodingKeys: String, CodingKey {
        case name, description, stars, url
    }
}
