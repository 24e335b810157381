public import Platform

/// An observer's report of an event.
public struct Source: Sendable, Hashable, Codable, Identifiable {
    /// The upstream's id of the observer, such as `GDACS`.
    public let id: String
    /// The observer's page about the event.
    public let url: URL?

    /// Creates a source.
    public init(id: String, url: URL?) {
        self.id = id
        self.url = url
    }

    private enum CodingKeys: String, CodingKey {
        case id, url
    }
}
