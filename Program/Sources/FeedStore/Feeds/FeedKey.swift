/// The name of a feed in the store, such as `github/octocat/hello`, `planet/wildfires`, `news/top`.
///
/// Keys are compared byte for byte. Callers that ignore case lowercase the key.
package struct FeedKey: Hashable, Sendable, CustomStringConvertible {
    /// The whole name.
    package let rawValue: String

    /// The name's first path segment.
    package var upstream: String {
        rawValue.firstIndex(of: "/").map { String(rawValue[..<$0]) } ?? rawValue
    }

    /// Creates a key from the whole name.
    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The whole name.
    package var description: String { rawValue }
}
