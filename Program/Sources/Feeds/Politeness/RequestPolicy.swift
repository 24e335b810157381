#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a request is entered into the ledger, and what may forbid it.
public struct RequestPolicy: Sendable, Hashable {
    /// What the request is to its feed.
    public enum Role: Sendable, Hashable {
        /// It decides whether the feed is asked: made again only when its last answer allows it, and never sooner than `spacing` seconds.
        ///
        /// With `validates`, validators are sent back, so that the answer may be that nothing has changed.
        case polled(spacing: TimeInterval, validates: Bool)
        /// It belongs to a polled request that was allowed: only limits forbid it, and no validators are sent.
        case following
        /// One of many alike, which are entered together under this address; only limits forbid it.
        case counted(as: String)
    }

    /// What the request is to its feed.
    public var role: Role
    /// What the upstream counts it as, in its limits.
    public var resource: String

    /// A request in that role, counted as `core` unless told otherwise.
    public init(_ role: Role, resource: String = "core") {
        self.role = role
        self.resource = resource
    }

    /// It decides whether the feed is asked; see ``Role/polled(spacing:validates:)``.
    public static func polled(spacing: TimeInterval, validates: Bool) -> RequestPolicy {
        RequestPolicy(.polled(spacing: spacing, validates: validates))
    }

    /// It belongs to a polled request; see ``Role/following``.
    public static var following: RequestPolicy { RequestPolicy(.following) }

    /// One of many alike; see ``Role/counted(as:)``.
    public static func counted(as address: String) -> RequestPolicy { RequestPolicy(.counted(as: address)) }

    /// The same, counted as something else.
    public func counted(in resource: String) -> RequestPolicy { RequestPolicy(role, resource: resource) }

    var isPolled: Bool { if case .polled = role { true } else { false } }
    var isCounted: Bool { if case .counted = role { true } else { false } }
    var validates: Bool { if case .polled(_, validates: true) = role { true } else { false } }
}
