/// The name of a feed in the store, such as `github/octocat/hello`, `planet/wildfires`, `news/top`.
///
/// Compared byte for byte: who wants `Octocat` and `octocat` to be one feed lowers the case first.
public struct FeedKey: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The whole name.
    public let rawValue: String

    /// What stands before the first slash, or the whole name: feeds of one upstream share what is read and saved.
    public var upstream: String {
        rawValue.firstIndex(of: "/").map { String(rawValue[..<$0]) } ?? rawValue
    }

    /// Takes the name as it is.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Decodes the bare string.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the bare string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// The name itself.
    public var description: String { rawValue }
}
