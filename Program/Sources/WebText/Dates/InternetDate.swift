import Platform

/// A date in JSON, in RFC 3339 or a common variant of ISO 8601.
package struct InternetDate: Decodable {
    package let date: Date

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = Date(internetDateTime: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) isn't an ISO 8601 date")
        }
        self.date = date
    }
}
