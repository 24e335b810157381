import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

/// The events on the dashboard of the token's owner: `github/dashboard`.
package struct DashboardFeed: FeedDescription {
    package typealias Item = GitHubItem

    package let owner: Account.ID?

    /// The dashboard of the server's token, or of an account's own.
    package init(of owner: Account.ID? = nil) { self.owner = owner }

    package init?(path: [String]) {
        let path = OwnPath(path)
        guard path.shared == Self.example else { return nil }
        owner = path.owner
    }

    package func owned(by account: Account.ID?) -> DashboardFeed? { DashboardFeed(of: account) }

    package static var example: [String] { [Upstream.gitHub.id, "dashboard"] }
    package var path: [String] { OwnPath(Self.example, of: owner).path }
    package var page: URL? { URL(string: "https://github.com/dashboard") }

    package static var upstream: Upstream { .gitHub }
    package var isPersonal: Bool { true }
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
