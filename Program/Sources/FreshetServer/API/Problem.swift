import Feeds
import Platform

/// An error for programs (RFC 9457).
struct Problem: Encodable {
    let title: String
    let status: Int
    let detail: String

    static let contentType = "application/problem+json"

    /// The document.
    var json: Data {
        // Strings and numbers can always be encoded.
        (try? JSONEncoder.documents.encode(self)) ?? Data("{}".utf8)
    }
}
