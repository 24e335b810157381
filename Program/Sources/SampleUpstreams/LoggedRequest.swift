public import Platform

/// A request to the sample server.
public struct LoggedRequest: Sendable {
    /// The method, in capitals.
    public let method: String
    /// The path with the query, as sent.
    public let path: String
    /// The headers by lowercase name; repeated ones are joined by a comma.
    public let headers: [String: String]
    /// The body as text; at most 64 KiB.
    public let body: String
    /// When it arrived, by the sample's clock.
    public let date: Date

    /// The requested upstream; nil if the path belongs to none.
    public var api: UpstreamAPI? { UpstreamAPI(path: path) }
}
