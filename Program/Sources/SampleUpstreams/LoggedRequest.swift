#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request as it arrived at the sample server.
public struct LoggedRequest: Sendable {
    /// The method, in capitals.
    public let method: String
    /// The path with the query, as it was sent.
    public let path: String
    /// The headers by their names in lower case; those sent twice are joined by a comma.
    public let headers: [String: String]
    /// When it arrived, by the sample's clock.
    public let date: Date

    /// The upstream that was asked; nil for a path of none.
    public var api: UpstreamAPI? { UpstreamAPI(path: path) }
}
