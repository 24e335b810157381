import FreshetHTTP
import Platform

/// The events of the most starred repositories of a language, as far as they have arrived.
package struct Trending: Sendable {
    /// The language as requested.
    package let language: String
    /// The repositories, most stars first.
    ///
    /// Empty if GitHub has none in the language.
    package let repositories: [TrendingRepository]
    /// True if GitHub's search timed out, so that more popular repositories may be missing.
    package let incompleteResults: Bool
    /// The events so far, newest first.
    package internal(set) var events: [GitHubItem] = []
    /// The number of repositories whose events have arrived or failed.
    package internal(set) var done = 0
    /// Unreadable repositories and events.
    package internal(set) var skipped: [SkippedItem]
    /// The repositories whose events failed.
    package internal(set) var failures: [Failure] = []

    /// True if the search found everything and no repository failed.
    var isComplete: Bool { !incompleteResults && failures.isEmpty }

    /// The number of repositories.
    package var total: Int { repositories.count }

    /// A repository whose events failed.
    package struct Failure: Sendable {
        /// The repository.
        package let repository: RepositoryName
        /// The error.
        package let error: any Error
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
package struct TrendingRepository: Sendable, Hashable {
    /// `owner/name`.
    package let name: RepositoryName
    /// The owner's description.
    package let description: String?
    /// The number of stars.
    package let stars: Int?
    /// The web page.
    package let url: URL

    private enum CodingKeys: String, CodingKey {
        case name, description, stars, url
    }
}

/// The programming languages in menus; readers can type any other.
package enum Language {
    private static let names = [
        "swift": "Swift", "rust": "Rust", "typescript": "TypeScript", "python": "Python", "go": "Go", "c++": "C++",
        "java": "Java", "kotlin": "Kotlin", "ruby": "Ruby", "zig": "Zig",
    ]

    /// The ids of the languages in menus.
    package static let offered = [
        "swift", "rust", "go", "typescript", "python", "c++", "java", "kotlin", "ruby", "zig",
    ]

    /// The name for readers.
    static func name(of id: String) -> String { names[id] ?? id }
}
