#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An observer whose reports EONET gathers.
public struct SourceDescription: Sendable, Hashable, Codable, Identifiable {
    /// The id that events carry.
    public let id: String
    /// The name for people.
    public let title: String
    /// The observer's own site.
    public let source: URL?
    /// The API's address of its events.
    public let link: URL?
}

/// A scale that events are measured on.
public struct MagnitudeScale: Sendable, Hashable, Codable, Identifiable {
    /// The id to filter by.
    public let id: String
    /// The name for people.
    public let name: String
    /// The unit that magnitudes carry.
    public let unit: String?
    /// What is measured.
    public let description: String?
}

/// The map layers that suit a category.
public struct CategoryLayers: Sendable, Hashable, Decodable {
    /// The category; nil in the list of all layers, which has one entry without it.
    public let category: EventCategory?
    /// The layers.
    public let layers: [Layer]

    /// A layer of a map service.
    public struct Layer: Sendable, Hashable, Codable {
        /// The service's name of it.
        public let name: String
        /// Where the service stands.
        public let serviceUrl: URL
        /// The kind of the service, such as `WMTS_1_0_0`.
        public let serviceTypeId: String
        /// What to ask the service with, such as `FORMAT`.
        public let parameters: [[String: String]]
    }

    private enum CodingKeys: String, CodingKey {
        case id, layers
    }

    /// Reads an entry of `/layers`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        category = container.contains(.id) ? try WireCategory(from: decoder).category : nil
        layers = try container.decode([Layer].self, forKey: .layers)
    }
}
