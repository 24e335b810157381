import Feeds
import Freshet

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

    /// Requests once whether the account is a user's or an organization's, and stores it.
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
