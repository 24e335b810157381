#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How the server does, for supervisors.
struct Health: Encodable {
    /// `ok`, or `failing` where the store cannot be read.
    let status: String
    /// Why it fails.
    let problem: String?
    /// How many follow feeds.
    let clients: Int
    /// How many feeds are watched.
    let watches: Int
    /// How many connections are open.
    let connections: Int
    let version: String

    /// The document.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}
