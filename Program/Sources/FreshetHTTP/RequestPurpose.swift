import Platform

/// The purpose of a request, named after the upstream's API, such as `events`, `search` or `item`.
///
/// Each upstream defines its own. Requests are counted by purpose, never by path. Equality compares names only, not bounds and bodies.
package struct RequestPurpose: RawRepresentable, Hashable, Sendable {
    /// The name.
    package let rawValue: String
    /// What a request with this purpose may take, and where it may go.
    package private(set) var bounds = RequestBounds()

    /// What a POST sends; nil for nothing.
    package private(set) var body: Data?

    /// A purpose with that name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A request without a name of its own.
    package static let other = RequestPurpose(rawValue: "other")

    /// The same purpose with these bounds.
    package func bounded(_ bounds: RequestBounds) -> RequestPurpose {
        var purpose = self
        purpose.bounds = bounds
        return purpose
    }

    /// The same purpose with a body to send.
    package func sending(_ body: Data) -> RequestPurpose {
        var purpose = self
        purpose.body = body
        return purpose
    }

    /// Whether both have the same name.
    package static func == (first: RequestPurpose, second: RequestPurpose) -> Bool { first.rawValue == second.rawValue }

    /// Feeds `rawValue` alone, because the bounds don't count for equality.
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
