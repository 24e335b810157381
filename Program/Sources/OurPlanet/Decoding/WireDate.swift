internal import WebText

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A date in EONET's forms: `2025-09-21T18:00:00Z`, `2021-03-26 00:00:00` (UTC too), or a day.
struct WireDate: Decodable {
    let date: Date

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = Date(internetDateTime: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) isn't an ISO 8601 date")
        }
        self.date = date
    }
}
