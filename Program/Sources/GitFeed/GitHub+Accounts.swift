import Freshet
import FreshetHTTP

extension GitHub {
    /// The account with that name.
    ///
    /// Fails with ``GitHubError/noSuchAccount(_:)`` if it doesn't exist.
    package func account(_ name: AccountName) -> Single<GitHubAccount> {
        .deferred {
            reply(try baseURL.endpoint("users/\(name)"), .account, about: .account(name)).map {
                try $0.decoded(as: GitHubAccount.self)
            }
        }
    }

    /// The newest page of the public events of an account.
    ///
    /// - Parameters:
    ///   - kind: the kind of account; GitHub has a separate list for organizations.
    ///   - perPage: 1 to 100; GitHub's own default is 30.
    ///   - validators: those of the last page with the same token and `perPage`, for a `notModified` answer.
    package func events(
        of account: AccountName, _ kind: GitHubAccount.Kind, perPage: Int = 30, validators: Validators? = nil
    ) -> Single<Conditional<EventPage>> {
        .deferred {
            let path = kind == .organization ? "orgs/\(account)/events" : "users/\(account)/events/public"
            let url = try baseURL.endpoint(path, [("per_page", String(min(max(perPage, 1), 100)))])
            return page(url, .events, validators: validators, about: .account(account))
        }
    }
}
