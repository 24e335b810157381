import Platform

/// A request to the sample server.
package struct LoggedRequest: Sendable {
    /// The method, in capitals.
    package let method: String
    /// The path with the query, as sent.
    package let path: String
    /// The headers by lowercase name; repeated ones are joined by a comma.
    package let headers: [String: String]
    /// The body as text; at most 64 KiB.
    package let body: String
    /// When it arrived, by the sample's clock.
    package let date: Date

    /// The requested upstream; nil if the path belongs to none.
    package var api: UpstreamAPI? { UpstreamAPI(path: path) }
}
