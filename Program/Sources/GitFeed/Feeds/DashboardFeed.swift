import FeedStore
public import Feeds
public import Freshet
public import FreshetHTTP
public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What GitHub's dashboard shows the token's owner: `github/dashboard`.
public struct DashboardFeed: FeedDescription {
    public typealias Item = GitHubItem

    /// The dashboard.
    public init() {}

    public init?(path: [String]) {
        guard path == Self().path else { return nil }
    }

    public var path: [String] { [Upstream.gitHub.id, "dashboard"] }
    public var page: URL? { URL(string: "https://github.com/dashboard") }

    public static var upstream: Upstream { .gitHub }
    public var title: String { "Dashboard" }
    public var summary: String { "Activity of the accounts and repositories that you follow on GitHub." }
    public var emptyMessage: String { "Nothing has happened in the last 30 days." }

    public var controls: FeedControls { .gitHubEvents }
    public static var columns: [EntryColumn] { EntryColumn.gitHub }

    public func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        .gitHub(purpose, spacing: 60)
    }

    /// Asks whose token it is each time: the token may be another one.
    public var requestsPerRefresh: Int { 2 }

    public func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        context.gitHub.authenticatedAccount().asObservable().flatMap { account -> Observable<RefreshStep> in
            guard let name = AccountName(account.login) else { throw GitHubError.tokenNeeded }
            return EventRefresh(key: key, context: context)
                .steps(context.gitHub.receivedEvents(of: name, perPage: EventRefresh.pageSize))
        }
    }
}
