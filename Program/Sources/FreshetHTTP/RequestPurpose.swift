/// The purpose of a request, named after the upstream's API, such as `events`, `search` or `item`.
///
/// Each upstream defines its own. Requests are counted by purpose, never by path.
public struct RequestPurpose: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// A purpose with that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A request without a name of its own.
    public static let other = RequestPurpose(rawValue: "other")
}
