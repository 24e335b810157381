public import FeedStore
public import Feeds
public import Freshet
public import FreshetHTTP
public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a user or an organization does in public: `github/users/octocat`.
public struct UserFeed: FeedDescription {
    public typealias Item = GitHubItem

    /// Whose events.
    public let account: AccountName

    /// The feed of an account.
    public init(_ account: AccountName) { self.account = account }

    public init?(path: [String]) {
        guard path.count == 3, path[0] == Upstream.gitHub.id, path[1] == "users", let name = AccountName(path[2])
        else { return nil }
        account = name
    }

    /// Reads the address of the account's page on GitHub, or `@login`.
    public init?(pasted text: String) {
        guard let name = text.hasPrefix("@") ? AccountName(text) : AccountName(page: text) else { return nil }
        account = name
    }

    public var path: [String] { [Upstream.gitHub.id, "users", account.description] }
    public var key: FeedKey { FeedKey(path.joined(separator: "/").lowercased()) }
    public var page: URL? { URL(string: "https://github.com/" + account.description) }

    public static var upstream: Upstream { .gitHub }
    public var title: String { account.description }
    public var summary: String { "Public activity of this account on GitHub." }
    public var emptyMessage: String { "No public activity in the last 30 days." }

    public var controls: FeedControls { .gitHubEvents }
    public static var columns: [EntryColumn] { EntryColumn.gitHub }

    public func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        .gitHub(purpose, spacing: 60)
    }

    /// Asks once whether the account is a user's or an organization's, and remembers it.
    public func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        .deferred {
            let known = Extent(context.stored.snapshot).account.map { Single.just($0) }
            let kind = known ?? context.gitHub.account(account).map(\.kind)
            return kind.asObservable().flatMap { kind in
                EventRefresh(key: key, context: context, account: kind)
                    .steps(context.gitHub.events(of: account, kind, perPage: EventRefresh.pageSize))
            }
        }
    }
}
