/// What a request is for, in the words of the upstream's API, such as `events`, `search` or `item`.
///
/// Each upstream defines its own; whoever counts requests goes by it and never by the path.
public struct RequestPurpose: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// The purpose of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Anything that needs no name of its own.
    public static let other = RequestPurpose(rawValue: "other")
}
