import FeedStore
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

    package static var example: [String] { [Upstream.gitHub.id, "octocat", "hello-world"] }
    package var path: [String] { [Upstream.gitHub.id, repository.owner, repository.name] }
    package var name: String { repository.description }
    package var summary: String { "Activity in this repository on GitHub." }
    package var emptyMessage: String { "Nothing has happened here in the last 30 days." }

    /// Requests a renamed repository by its current name, and by its former one if that is gone.
    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        .deferred {
            let known = Extent(context.stored.snapshot).repository
            let events = context.gitHub.events(of: known ?? repository, perPage: EventRefresh.pageSize)
            let refresh = EventRefresh(key: key, context: context, repository: known)
            guard known != nil else { return refresh.steps(events) }
            return refresh.steps(events).catch { error in
                guard case GitHubError.notFound = error else { throw error }
                return EventRefresh(key: key, context: context, repository: repository)
                    .steps(context.gitHub.events(of: repository, perPage: EventRefresh.pageSize))
            }
        }
    }
}
