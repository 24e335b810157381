import Platform

/// An observer whose reports EONET collects.
package struct SourceDescription: Sendable, Hashable, Codable, Identifiable {
    /// The id in events.
    package let id: String
    /// The name for readers.
    package let title: String
    /// The observer's web site.
    package let source: URL?
    /// The API's address of its events.
    package let link: URL?
}

/// A scale of magnitudes.
package struct MagnitudeScale: Sendable, Hashable, Codable, Identifiable {
    /// The id to filter by.
    package let id: String
    /// The name for readers.
    package let name: String
    /// The unit in magnitudes.
    package let unit: String?
    /// The kind of size that it measures.
    package let description: String?
}

/// The map layers for a category.
package struct CategoryLayers: Sendable, Hashable, Decodable {
    /// The category; nil in the list of all layers, which is one entry.
    package let category: EventCategory?
    /// The layers.
    package let layers: [Layer]

    /// A layer of a map service.
    package struct Layer: Sendable, Hashable, Codable {
        /// The layer's name in the service.
        package let name: String
        /// The service's address.
        package let serviceUrl: URL
        /// The type of the service, such as `WMTS_1_0_0`.
        package let serviceTypeId: String
        /// The service's parameters, such as `FORMAT`.
        package let parameters: [[String: String]]
    }

    private enum CodingKeys: String, CodingKey {
        case id, layers
    }

    /// Decodes an entry of `/layers`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        category = container.contains(.id) ? try WireCategory(from: decoder).category : nil
        layers = try container.decode([Layer].self, forKey: .layers)
    }
}
