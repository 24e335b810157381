package import FeedStore
package import Feeds
package import Freshet
package import FreshetHTTP
package import HTTPTypes

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What happens in a repository: `github/octocat/hello`.
package struct RepositoryFeed: FeedDescription {
    package typealias Item = GitHubItem

    /// Which repository.
    package let repository: RepositoryName

    /// The feed of a repository.
    package init(_ repository: RepositoryName) { self.repository = repository }

    package init?(path: [String]) {
        guard path.count == 3, path[0] == Upstream.gitHub.id, let name = RepositoryName(path[1] + "/" + path[2])
        else { return nil }
        repository = name
    }

    /// Reads `owner/name` or the address of a page of the repository on GitHub.
    package init?(pasted text: String) {
        guard let name = RepositoryName(text) else { return nil }
        repository = name
    }

    package var path: [String] { [Upstream.gitHub.id, repository.owner, repository.name] }
    package var key: FeedKey { FeedKey(path.joined(separator: "/").lowercased()) }
    package var page: URL? { URL(string: "https://github.com/" + repository.description) }

    package static var upstream: Upstream { .gitHub }
    package var title: String { repository.description }
    package var summary: String { "Activity in this repository on GitHub." }
    package var emptyMessage: String { "Nothing has happened here in the last 30 days." }

    package var controls: FeedControls { .gitHubEvents }
    package static var columns: [EntryColumn] { EntryColumn.gitHub }

    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        .gitHub(request, purpose, spacing: 60)
    }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        EventRefresh(key: key, context: context)
            .steps(context.gitHub.events(of: repository, perPage: EventRefresh.pageSize))
    }
}

extension FeedControls {
    /// What can be chosen among GitHub's events, of which it keeps 300.
    static let gitHubEvents = FeedControls(
        kinds: KindFilter(all: "All events", EventKind.all.map { Choice($0.type, $0.plural) }), maximum: 300)
}

extension EntryColumn {
    /// The table of GitHub's events and repositories.
    static let gitHub = [
        EntryColumn("WHEN", .date, isTrailing: true, dropOrder: 1),
        EntryColumn("WHAT", .title, minimum: 24, isFlexible: true),
        EntryColumn(
            "REPOSITORY", .source(), minimum: 12, maximum: 40, isFlexible: true, dropOrder: 2,
            isHiddenWhereAlike: true),
    ]
}
