public import Platform

/// The purpose of a request, named after the upstream's API, such as `events`, `search` or `item`.
///
/// Each upstream defines its own. Requests are counted by purpose, never by path. Equality compares names only, not bounds and bodies.
public struct RequestPurpose: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// What a request with this purpose may take, and where it may go.
    public private(set) var bounds = RequestBounds()

    /// What a POST sends; nil for nothing.
    public private(set) var body: Data?

    /// A purpose with that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A request without a name of its own.
    public static let other = RequestPurpose(rawValue: "other")

    /// The same purpose with these bounds.
    public func bounded(_ bounds: RequestBounds) -> RequestPurpose {
        var purpose = self
        purpose.bounds = bounds
        return purpose
    }

    /// The same purpose with a body to send.
    public func sending(_ body: Data) -> RequestPurpose {
        var purpose = self
        purpose.body = body
        return purpose
    }

    /// Whether both have the same name.
    public static func == (first: RequestPurpose, second: RequestPurpose) -> Bool { first.rawValue == second.rawValue }

    /// Feeds `rawValue` alone, because the bounds don't count for equality.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
