#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The state of the server, for supervisors.
struct Health: Encodable {
    /// `ok`, or `failing` if the store can't be read.
    let status: String
    /// Why the store can't be read.
    let problem: String?
    /// The number of live clients.
    let clients: Int
    /// The number of watched feeds.
    let watches: Int
    /// The number of open connections.
    let connections: Int
    let version: String

    /// The document.
    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}
