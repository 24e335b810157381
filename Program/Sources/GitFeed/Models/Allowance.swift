public import Platform

/// The rate limit of one part of the API.
public struct Allowance: Sendable, Hashable, Decodable {
    /// The limit per period: an hour, or a minute for searches.
    public let limit: Int
    /// The remaining requests.
    public let remaining: Int
    /// When the period ends.
    public let reset: Date

    private enum CodingKeys: String, CodingKey {
        case limit, remaining, reset
    }

    /// Decodes the API's form, with the reset in seconds since 1970.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        limit = try container.decode(Int.self, forKey: .limit)
        remaining = try container.decode(Int.self, forKey: .remaining)
        reset = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .reset))
    }
}
