import Platform

/// An observer's report of an event.
package struct Source: Sendable, Hashable, Codable, Identifiable {
    /// The upstream's id of the observer, such as `GDACS`.
    package let id: String
    /// The observer's page about the event.
    package let url: URL?

    /// Creates a source.
    package init(id: String, url: URL?) {
        self.id = id
        self.url = url
    }

    private enum CodingKeys: String, CodingKey {
        case id, url
    }
}
