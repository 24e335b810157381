package import Feeds
package import Freshet

/// The events of a repository: `github/octocat/hello`.
package struct RepositoryFeed: EventFeed {
    /// The repository.
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
    package var name: String { repository.description }
    package var summary: String { "Activity in this repository on GitHub." }
    package var emptyMessage: String { "Nothing has happened here in the last 30 days." }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        EventRefresh(key: key, context: context)
            .steps(context.gitHub.events(of: repository, perPage: EventRefresh.pageSize))
    }
}
