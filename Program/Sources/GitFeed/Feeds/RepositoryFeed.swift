import FeedStore
import Feeds
import Freshet

/// The events of a repository: `github/octocat/hello`.
package struct RepositoryFeed: EventFeed {
    /// The repository.
    package let repository: RepositoryName
    /// A sentence for those who pasted the address of a page about a part of the repository, such as its issues.
    private(set) package var remark: String?

    private(set) package var owner: Account.ID?

    /// The feed of a repository.
    package init(_ repository: RepositoryName) { self.repository = repository }

    package init?(path: [String]) {
        let own = OwnPath(path), path = own.shared
        guard path.count == 3, path[0] == Upstream.gitHub.id, let name = RepositoryName(path[1] + "/" + path[2])
        else { return nil }
        (repository, owner) = (name, own.owner)
    }

    package func owned(by account: Account.ID?) -> RepositoryFeed? {
        var feed = self
        feed.owner = account
        return feed
    }

    /// Reads `owner/name` or the address of a page of the repository on GitHub, but no page that names a feed of its own.
    package init?(pasted text: String) {
        guard let name = RepositoryName(text) else { return nil }
        let page = RepositoryName.page(in: text)
        if page.first == "commits" || page == ["releases"] || page == ["tags"] { return nil }
        repository = name
        if let part = page.first, !["tree", "blob"].contains(part) {
            remark = "GitHub offers no feed of this page, so you follow everything that happens in the repository."
        }
    }

    package static var example: [String] { [Upstream.gitHub.id, "octocat", "hello-world"] }
    package var path: [String] {
        OwnPath([Upstream.gitHub.id, repository.owner, repository.name], of: owner).path
    }
    package var name: String { repository.description }
    package var summary: String { "Activity in this repository on GitHub." }
    package var emptyMessage: String { "Nothing has happened here in the last 30 days." }

    /// The repository, followed under this name or another one that it has had.
    package func followed(in environment: FeedEnvironment) throws -> Feed? {
        let followed = try environment.followed().map(\.feed)
        if let same = followed.first(where: { $0 == Feed(self) }) { return same }
        let names = try names(in: environment)
        return try followed.first { feed in
            guard let other = feed.description as? RepositoryFeed else { return false }
            return try !other.names(in: environment).isDisjoint(with: names)
        }
    }

    /// The followed feed of the repository if there is one, or else the feed of this name.
    package func shown(in environment: FeedEnvironment) throws -> Feed {
        try followed(in: environment) ?? Feed(self)
    }

    /// The given name, and the present one if that is known.
    private func names(in environment: FeedEnvironment) throws -> Set<RepositoryName> {
        let known = Extent(try environment.store.snapshot(of: key, order: .newest, limit: 0)).repository
        return Set([repository, known].compactMap { $0 })
    }

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
