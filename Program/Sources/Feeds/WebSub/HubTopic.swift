import Platform

/// What a feed says about the hub that delivers it.
package struct HubTopic: Sendable, Hashable {
    /// The feed's own address, by which the hub knows it.
    package let url: URL
    /// The hub.
    package let hub: URL
    /// The address that a person gave, whose origin may be on a private network; nil if the hub must be public.
    package let trusted: URL?

    /// A topic.
    package init(_ url: URL, hub: URL, trusted: URL?) { (self.url, self.hub, self.trusted) = (url, hub, trusted) }
}

/// What a hub has delivered.
package struct DeliveredDocument: Sendable {
    /// The feed's document.
    package let body: Data
    /// Its `Content-Type`.
    package let contentType: String?
}
