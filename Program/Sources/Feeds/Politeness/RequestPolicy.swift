import FeedStore
import Freshet
import FreshetHTTP
import Platform

/// The way in which the ledger records a request, and the rules that may forbid it.
package struct RequestPolicy: Sendable, Hashable {
    /// The role of a request in a refresh.
    package enum Role: Sendable, Hashable {
        /// The request that is polled: repeated only when its last response allows it, and at least `spacing` seconds apart.
        ///
        /// With `validates`, validators are sent, so that the response may be 304.
        case polled(spacing: TimeInterval, validates: Bool)
        /// A request that follows an allowed poll: only rate limits forbid it, and no validators are sent.
        case following
        /// One of many similar requests, recorded together under this address; only rate limits forbid it.
        ///
        /// It fails after ``FeedEnvironment/itemTimeout``, so that an upstream that hangs doesn't hold up the refresh.
        case counted(as: String)
    }

    /// The role of the request.
    package var role: Role
    /// The resource that the upstream counts it against.
    package var resource: String

    /// A request in a role, counted as `core` by default.
    package init(_ role: Role, resource: String = "core") {
        self.role = role
        self.resource = resource
    }

    /// The polled request; see ``Role/polled(spacing:validates:)``.
    package static func polled(spacing: TimeInterval, validates: Bool) -> RequestPolicy {
        RequestPolicy(.polled(spacing: spacing, validates: validates))
    }

    /// A request that follows a poll; see ``Role/following``.
    package static var following: RequestPolicy { RequestPolicy(.following) }

    /// One of many similar requests; see ``Role/counted(as:)``.
    package static func counted(as address: String) -> RequestPolicy { RequestPolicy(.counted(as: address)) }

    /// The same policy, counted against another resource.
    package func counted(in resource: String) -> RequestPolicy { RequestPolicy(role, resource: resource) }

    var isPolled: Bool { if case .polled = role { true } else { false } }
    var isCounted: Bool { if case .counted = role { true } else { false } }
    var validates: Bool { if case .polled(_, validates: true) = role { true } else { false } }
}

extension FeedEnvironment {
    /// Makes requests that discover the feed at an address, recorded in the ledger like refreshes.
    ///
    /// - Ends: as `work` does.
    /// - Runs on: a scheduler of its own; see ``makeScheduler``.
    /// - Keeps: nothing.
    package func probe<Value: Sendable>(
        _ feed: any FeedDescription, _ work: @escaping @Sendable (any HTTPTransport) -> Single<Value>
    ) -> Single<Value> {
        .deferred {
            let ledger = LedgerTransport(
                feed, self, makeScheduler(), interval: FeedInterval([]), urgency: .required, sendsValidators: false)
            return work(ledger).do(
                onSuccess: { _ in try ledger.close() }, onError: { _ in try ledger.close() },
                onDispose: {
                    try? ledger.close()  // Leases that can't be released expire.
                })
        }
    }
}
