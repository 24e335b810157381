/// The name of a feed in the store, such as `github/octocat/hello`, `planet/wildfires`, `news/top`.
///
/// Keys are compared byte for byte. Callers that ignore case lowercase the key.
public struct FeedKey: Hashable, Sendable, CustomStringConvertible {
    /// The whole name.
    public let rawValue: String

    /// The name's first path segment.
    public var upstream: String {
        rawValue.firstIndex(of: "/").map { String(rawValue[..<$0]) } ?? rawValue
    }

    /// Creates a key from the whole name.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The whole name.
    public var description: String { rawValue }
}
