import FeedStore
package import Feeds
package import Freshet
package import FreshetHTTP
package import HTTPTypes
package import Platform

/// The events on the dashboard of the token's owner: `github/dashboard`.
package struct DashboardFeed: FeedDescription {
    package typealias Item = GitHubItem

    /// The dashboard.
    package init() {}

    package init?(path: [String]) {
        guard path == Self().path else { return nil }
    }

    package static var example: [String] { Self().path }
    package var path: [String] { [Upstream.gitHub.id, "dashboard"] }
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
