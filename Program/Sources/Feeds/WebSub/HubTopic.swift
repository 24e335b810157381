public import Platform

/// What a feed says about the hub that delivers it.
public struct HubTopic: Sendable, Hashable {
    /// The feed's own address, by which the hub knows it.
    public let url: URL
    /// The hub.
    public let hub: URL
    /// The address that a person gave, whose origin may be on a private network; nil if the hub must be public.
    public let trusted: URL?

    /// A topic.
    public init(_ url: URL, hub: URL, trusted: URL?) { (self.url, self.hub, self.trusted) = (url, hub, trusted) }
}

/// What a hub has delivered.
public struct DeliveredDocument: Sendable {
    /// The feed's document.
    public let body: Data
    /// Its `Content-Type`.
    public let contentType: String?
}
