public import Freshet
public import FreshetHTTP
import HTTPTypes

extension GitHub {
    /// The account that the token belongs to.
    ///
    /// Fails with ``GitHubError/tokenNeeded`` without one.
    public func authenticatedAccount() -> Single<Account> {
        .deferred {
            guard hasToken else { throw GitHubError.tokenNeeded }
            return reply(try address("user"), .account, about: .other).map { try $0.decoded(as: Account.self) }
        }
    }

    /// What is unread in the notifications inbox of the token's owner, at most 50 threads.
    ///
    /// Reading it marks nothing on GitHub. Fails with ``GitHubError/tokenNeeded`` without a token.
    /// - Parameter validators: of the last answer with the same token; then the answer may be `notModified`.
    public func notifications(validators: Validators? = nil) -> Single<Conditional<NotificationPage>> {
        .deferred {
            guard hasToken else { throw GitHubError.tokenNeeded }
            return reply(
                try address("notifications", [("per_page", "50")]), .events, validators: validators, about: .other
            ).map { $0.status == .notModified ? .notModified : .modified(try NotificationPage($0, on: site)) }
        }
    }

    /// The newest page of the events that GitHub's dashboard shows an account: of what it watches and whom it follows.
    public func receivedEvents(of account: AccountName, perPage: Int = 30) -> Single<Conditional<EventPage>> {
        .deferred {
            let url = try address(
                "users/\(account)/received_events", [("per_page", String(min(max(perPage, 1), 100)))])
            return page(url, .events, validators: nil, about: .account(account))
        }
    }
}
