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

/// What a user or an organization does in public: `github/users/octocat`.
package struct UserFeed: FeedDescription {
    package typealias Item = GitHubItem

    /// Whose events.
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

    package var path: [String] { [Upstream.gitHub.id, "users", account.description] }
    package var key: FeedKey { FeedKey(path.joined(separator: "/").lowercased()) }
    package var page: URL? { URL(string: "https://github.com/" + account.description) }

    package static var upstream: Upstream { .gitHub }
    package var title: String { account.description }
    package var summary: String { "Public activity of this account on GitHub." }
    package var emptyMessage: String { "No public activity in the last 30 days." }

    package var controls: FeedControls { .gitHubEvents }
    package static var columns: [EntryColumn] { EntryColumn.gitHub }

    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        .gitHub(request, purpose, spacing: 60)
    }

    /// Asks once whether the account is a user's or an organization's, and remembers it.
    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
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
