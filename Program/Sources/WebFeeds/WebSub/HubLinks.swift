import FreshetHTTP
import HTTPTypes
import Platform

/// The hub and the topic that a feed names (WebSub, 4).
struct HubLinks: Codable, Hashable, Sendable {
    /// The hub.
    let hub: URL
    /// The feed's own address.
    let topic: URL

    /// Looks in the headers of a response, then in the feed; nil if one of both is missing.
    init?(_ headers: HTTPFields, _ feed: WebFeed, at address: URL) {
        let links = LinkHeader(headers, relativeTo: address)
        let hubs = links["hub"].map { [$0] } ?? feed.hubs
        let known = Self.isYouTube(address) ? [Self.youTubesHub].compactMap { $0 } : []
        guard let topic = links["self"] ?? feed.feedURL,
            let hub = hubs.first(where: { $0.scheme?.lowercased() == "https" }) ?? hubs.first ?? known.first
        else { return nil }
        (self.hub, self.topic) = (hub, topic)
    }

    /// Its feeds name no hub.
    private static let youTubesHub = URL(string: "https://pubsubhubbub.appspot.com/")

    private static func isYouTube(_ address: URL) -> Bool {
        let host = address.host()?.lowercased()
        return (host == "www.youtube.com" || host == "youtube.com")
            && address.path(percentEncoded: false) == "/feeds/videos.xml"
    }
}
