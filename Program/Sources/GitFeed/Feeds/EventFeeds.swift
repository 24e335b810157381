import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

/// A feed of the events of one repository or account.
package protocol EventFeed: FeedDescription where Item == GitHubItem {
    /// The name of the repository or account, as given.
    var name: String { get }
}

extension EventFeed {
    /// The key in lowercase: GitHub's names ignore case.
    package var key: FeedKey { FeedKey(path.joined(separator: "/").lowercased()) }
    package var page: URL? { URL(string: "https://github.com/" + name) }

    package static var upstream: Upstream { .gitHub }
    package var title: String { name }

    package var controls: FeedControls { .gitHubEvents }
    package static var columns: [EntryColumn] { EntryColumn.gitHub }

    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        .gitHub(request, purpose, spacing: 60)
    }
}

extension FeedControls {
    /// Filters for GitHub's event types. GitHub keeps 300 events.
    static let gitHubEvents = FeedControls(
        kinds: KindFilter(all: "All events", EventType.all.map { Choice($0.type, $0.plural) }), maximum: 300,
        hasBots: true)
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

/// The events of a repository: `github/octocat/hello`.
package struct RepositoryFeed: EventFeed, OwnableFeed, AliasedFeed {
    /// The repository.
    package let repository: RepositoryName
    /// A remark on a pasted address of a page about a part of the repository, such as its issues.
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

    package func owned(by account: Account.ID?) -> RepositoryFeed {
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

    /// The followed feed of the repository, under this name or a former one.
    package func currentFollow(in environment: FeedEnvironment) throws -> Feed? {
        let followed = try environment.followed().map(\.feed)
        if let same = followed.first(where: { $0 == Feed(self) }) { return same }
        let names = try names(in: environment)
        return try followed.first { feed in
            guard let other = feed.description as? RepositoryFeed else { return false }
            return try !other.names(in: environment).isDisjoint(with: names)
        }
    }

    /// The given name, and the present one if it is known.
    private func names(in environment: FeedEnvironment) throws -> Set<RepositoryName> {
        let known = EventFeedState(try environment.store.snapshot(of: key, order: .newest, limit: 0)).repository
        return Set([repository, known].compactMap { $0 })
    }

    /// Requests a renamed repository by its current name, and by its former one if that is gone.
    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        .deferred {
            let known = EventFeedState(context.stored.snapshot).repository
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

/// The public events of a user or an organization: `github/users/octocat`.
package struct UserFeed: EventFeed {
    /// The account.
    package let account: AccountName

    /// The feed of an account.
    package init(_ account: AccountName) { self.account = account }

    package init?(path: [String]) {
        guard path.count == 3, path[0] == Upstream.gitHub.id, path[1] == "users", let name = AccountName(path[2])
        else { return nil }
        account = name
    }

    /// Reads the address of the account's page on GitHub, or `@login`.
    package init?(pasted text: String) {
        guard let name = text.hasPrefix("@") ? AccountName(text) : AccountName(page: text) else { return nil }
        account = name
    }

    package static var example: [String] { [Upstream.gitHub.id, "users", "octocat"] }
    package var path: [String] { [Upstream.gitHub.id, "users", account.description] }
    package var name: String { account.description }
    package var summary: String { "Public activity of this account on GitHub." }
    package var emptyMessage: String { "No public activity in the last 30 days." }

    /// Requests the kind of the account once, and stores it.
    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        .deferred {
            let known = EventFeedState(context.stored.snapshot).account.map { Single.just($0) }
            let kind = known ?? context.gitHub.account(account).map(\.kind)
            return kind.asObservable().flatMap { kind in
                EventRefresh(key: key, context: context, account: kind)
                    .steps(context.gitHub.events(of: account, kind, perPage: EventRefresh.pageSize))
            }
        }
    }
}

/// The events on the dashboard of the token's owner: `github/dashboard`.
package struct DashboardFeed: TokenOwnerFeed, MultiRequestFeed {
    package typealias Item = GitHubItem

    package let owner: Account.ID?

    /// The dashboard of the server's token, or of an account's own.
    package init(of owner: Account.ID? = nil) { self.owner = owner }

    package init?(path: [String]) {
        let path = OwnPath(path)
        guard path.shared == Self.example else { return nil }
        owner = path.owner
    }

    package func owned(by account: Account.ID?) -> DashboardFeed { DashboardFeed(of: account) }

    package static var example: [String] { [Upstream.gitHub.id, "dashboard"] }
    package var path: [String] { OwnPath(Self.example, of: owner).path }
    package var page: URL? { URL(string: "https://github.com/dashboard") }

    package static var upstream: Upstream { .gitHub }
    package var title: String { "Dashboard" }
    package var summary: String { "Activity of the accounts and repositories that you follow on GitHub." }
    package var emptyMessage: String { "Nothing has happened in the last 30 days." }

    package var controls: FeedControls { .gitHubEvents }
    package static var columns: [EntryColumn] { EntryColumn.gitHub }

    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        .gitHub(request, purpose, spacing: 60)
    }

    /// Requests the token's owner each time, because the token may have changed.
    package var requestsPerRefresh: Int { 2 }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        context.gitHub.authenticatedAccount().asObservable().flatMap { account -> Observable<RefreshStep> in
            guard let name = AccountName(account.login) else { throw GitHubError.tokenNeeded }
            return EventRefresh(key: key, context: context)
                .steps(context.gitHub.receivedEvents(of: name, perPage: EventRefresh.pageSize))
        }
    }
}
