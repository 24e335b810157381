public import Platform

/// An observer whose reports EONET collects.
public struct SourceDescription: Sendable, Hashable, Codable, Identifiable {
    /// The id in events.
    public let id: String
    /// The name for readers.
    public let title: String
    /// The observer's web site.
    public let source: URL?
    /// The API's address of its events.
    public let link: URL?
}

/// A scale of magnitudes.
public struct MagnitudeScale: Sendable, Hashable, Codable, Identifiable {
    /// The id to filter by.
    public let id: String
    /// The name for readers.
    public let name: String
    /// The unit in magnitudes.
    public let unit: String?
    /// The quantity that it measures.
    public let description: String?
}

/// The map layers for a category.
public struct CategoryLayers: Sendable, Hashable, Decodable {
    /// The category; nil in the list of all layers, which is one entry.
    public let category: EventCategory?
    /// The layers.
    public let layers: [Layer]

    /// A layer of a map service.
    public struct Layer: Sendable, Hashable, Codable {
        /// The layer's name in the service.
        public let name: String
        /// The service's address.
        public let serviceUrl: URL
        /// The type of the service, such as `WMTS_1_0_0`.
        public let serviceTypeId: String
        /// The service's parameters, such as `FORMAT`.
        public let parameters: [[String: String]]
    }

    private enum CodingKeys: String, CodingKey {
        case id, layers
    }

    /// Decodes an entry of `/layers`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        category = container.contains(.id) ? try WireCategory(from: decoder).category : nil
        layers = try container.decode([Layer].self, forKey: .layers)
    }
}
