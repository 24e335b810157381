import FeedStore
import Feeds
import FreshetHTTP
import HTTPTypes
import Platform

extension SiteFeed {
    /// A feed with a password is polled: its hub couldn't read it.
    package func topic(in environment: FeedEnvironment) throws -> HubTopic? {
        guard let extra = try environment.store.extra(of: key) else { return nil }
        let state = SiteState(extra)
        guard let links = state.hub, state.credentials == nil else { return nil }
        let trusted = try trusted(state.namedBy ?? given, in: environment)
        return HubTopic(links.topic, hub: links.hub, trusted: trusted)
    }

    /// Hubs may deliver late: an older form of an item never replaces a newer one.
    package func refresh(delivered document: DeliveredDocument, in environment: FeedEnvironment) throws -> FeedUpdate? {
        let snapshot = try environment.store.snapshot(of: key, order: .newest, limit: 0)
        let known = SiteState(snapshot)
        var feed: WebFeed
        do {
            feed = try WebFeed(
                parsing: document.body, charset: document.contentType.flatMap(SiteRequest.charset),
                address: known.current ?? address)
        } catch { return nil }  // The caller fetches the feed instead.
        let stored = try environment.store.items(of: key, ids: feed.items.map(\.id))
        var dates: [String: Date] = [:]
        for item in stored {
            // An item that this version can't read has no date to compare.
            if let item = try? SiteItem(payload: item.payload) { dates[item.feedID] = item.item.updated }
        }
        let hadItems = !feed.items.isEmpty
        feed.items.removeAll { item in
            guard let date = item.updated, let known = dates[item.id] else { return false }
            return date < known
        }
        if feed.items.isEmpty, !hadItems { return nil }
        var state = known
        var refresh = try merged(feed, &state, known, wasStored: snapshot.fetchedAt != nil, in: environment)
        // Items that a delivery leaves out say nothing about the feed.
        refresh.skipped = nil
        state.newest = [known.newest, state.newest].compactMap { $0 }.max()
        return try refresh.with(state)
    }

    /// True if a hub delivers the feed, so that polls are rare.
    func isPushed(_ context: RefreshContext) throws -> Bool {
        let now = context.now
        return try context.environment.store.hubSubscriptions(of: key).contains { $0.isDelivering(at: now) }
    }

    /// Polls the feed as usual again if a poll finds items that no delivery brought.
    func noteMissed(_ refresh: FeedUpdate, _ context: RefreshContext) throws {
        guard context.request.mode != .notified, try isPushed(context) else { return }
        let store = context.environment.store
        let known = Set(try store.items(of: key, ids: refresh.items.map(\.id)).map(\.id))
        if !refresh.items.allSatisfy({ known.contains($0.id) }) { try store.noteMissedDelivery(of: key) }
    }
}

extension FeedUpdate {
    /// The same refresh, which also stores this state.
    func with(_ state: SiteState) throws -> FeedUpdate {
        var refresh = self
        refresh.extra = try state.extra()
        return refresh
    }
}

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
