#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What may be asked of one part of the API.
public struct Allowance: Sendable, Hashable, Decodable {
    /// Requests in the whole span: an hour, for searches a minute.
    public let limit: Int
    /// Requests left of it.
    public let remaining: Int
    /// When it is renewed.
    public let reset: Date

    private enum CodingKeys: String, CodingKey {
        case limit, remaining, reset
    }

    /// Reads GitHub's form, with the reset in seconds since 1970.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        limit = try container.decode(Int.self, forKey: .limit)
        remaining = try container.decode(Int.self, forKey: .remaining)
        reset = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .reset))
    }
}
