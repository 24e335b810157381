import Platform

/// The rate limit of one part of the API.
package struct Allowance: Sendable, Hashable, Decodable {
    /// The limit per period: an hour, or a minute for searches.
    package let limit: Int
    /// The remaining requests.
    package let remaining: Int
    /// When the period ends.
    package let reset: Date

    private enum CodingKeys: String, CodingKey {
        case limit, remaining, reset
    }

    /// Decodes the API's form, with the reset in seconds since 1970.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        limit = try container.decode(Int.self, forKey: .limit)
        remaining = try container.decode(Int.self, forKey: .remaining)
        reset = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .reset))
    }
}
