import WebText
import FreshetHTTP

/// The list of categories.
package struct CategoryList: Sendable, Hashable {
    /// The categories, by name.
    package let categories: [Category]
    /// Unreadable categories.
    package let skipped: [SkippedItem]
}

extension CategoryList: Decodable {
    private enum CodingKeys: String, CodingKey {
        case categories
    }

    private struct Wire: Decodable {
        let id: Identifier
        let title: String
        let description: String?
    }

    /// Decodes the envelope of version 3 or 2.1.
    package init(from decoder: any Decoder) throws {
        let list = try decoder.container(keyedBy: CodingKeys.self).decode(ReadableList<Wire>.self, forKey: .categories)
        categories = list.elements
            .map { Category(id: $0.id.text, title: $0.title.trimmed, description: $0.description?.ifNotBlank) }
            .sorted { ($0.title.lowercased(), $0.id) < ($1.title.lowercased(), $1.id) }
        skipped = list.skipped
    }
}
