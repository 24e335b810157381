import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

extension GitHub {
    /// The account of the token's owner.
    ///
    /// Fails with ``GitHubError/tokenNeeded`` without one.
    package func authenticatedAccount() -> Single<GitHubAccount> {
        .deferred {
            guard hasToken else { throw GitHubError.tokenNeeded }
            return reply(try baseURL.endpoint("user"), .account, about: .other).map {
                try $0.decoded(as: GitHubAccount.self)
            }
        }
    }

    /// The first page of the unread notifications of the token's owner: at most 50 threads.
    ///
    /// Marks nothing on GitHub. Fails with ``GitHubError/tokenNeeded`` without a token.
    /// - Parameter validators: those of the last response with the same token, for a `notModified` answer.
    package func notifications(validators: Validators? = nil) -> Single<Conditional<NotificationPage>> {
        .deferred {
            guard hasToken else { throw GitHubError.tokenNeeded }
            return reply(
                try baseURL.endpoint("notifications", [("per_page", "50")]), .events, validators: validators,
                about: .other
            ).map { $0.status == .notModified ? .notModified : .modified(try NotificationPage($0, on: site)) }
        }
    }

    /// The page at ``NotificationPage/next``.
    ///
    /// Fails with ``GitHubError/foreignPage(_:)`` if the address isn't on the API's host.
    package func notifications(at page: URL) -> Single<NotificationPage> {
        reply(page, .page, about: .other).map { reply in
            guard reply.status != .notModified else { throw GitHubError.unaskedNotModified(page) }
            return try NotificationPage(reply, on: site)
        }
    }

    /// The newest page of the events on an account's dashboard: from watched repositories and followed people.
    package func receivedEvents(of account: AccountName, perPage: Int = 30) -> Single<Conditional<EventPage>> {
        .deferred {
            let url = try baseURL.endpoint(
                "users/\(account)/received_events", [("per_page", String(min(max(perPage, 1), 100)))])
            return page(url, .events, validators: nil, about: .account(account))
        }
    }
}
