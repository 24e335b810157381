import Platform

/// A user of Hacker News.
package struct User: Sendable, Hashable, Decodable, Identifiable {
    /// The login; case matters.
    package let id: String
    /// When the account was created.
    package let created: Date
    /// The karma.
    package let karma: Int
    /// The self-description, in unsanitized HTML.
    package let about: String?
    /// The numbers of all items that they posted, newest first.
    package let submitted: [Int]

    private enum CodingKeys: String, CodingKey {
        case id, created, karma, about, submitted
    }

    /// Decodes the API's form.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        created = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .created))
        karma = try container.decode(Int.self, forKey: .karma)
        about = try container.decodeIfPresent(String.self, forKey: .about)
        submitted = try container.decodeIfPresent([Int].self, forKey: .submitted) ?? []
    }
}
