import Feeds
import Platform

/// The state of the server, for supervisors.
struct Health: JSONDocument {
    /// What only those who may read feeds are told.
    struct Details: Encodable {
        /// Why the store can't be read, with its path.
        let problem: String?
        /// The number of live clients.
        let clients: Int
        /// The number of watched feeds.
        let watches: Int
        /// The number of open connections.
        let connections: Int
        let version: String
    }

    private enum CodingKeys: CodingKey { case status }

    /// `ok`, or `failing` if the store can't be read.
    let status: String
    /// Nil for strangers.
    let details: Details?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(status, forKey: .status)
        try details?.encode(to: encoder)
    }
}
