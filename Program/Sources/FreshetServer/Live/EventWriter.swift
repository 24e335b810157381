import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Writes the events that a client doesn't have yet.
struct EventWriter: Sendable {
    /// The newest event of each epoch that the client has.
    private var known: [String: Int]
    private let heartbeat: ByteBuffer
    /// Nil until the first update.
    private var lastHeartbeat: Int?
    /// The id of what the page shows as unread; nil if it is unknown.
    private var unread: EventID?
    /// The id of the list of followed feeds that was sent; nil before the first update.
    private var list: EventID?
    /// Nil for clients that show no counts.
    private let followed: FollowedFeeds?

    init(_ incoming: IncomingRequest, heartbeat: ByteBuffer, followed: FollowedFeeds? = nil) {
        self.heartbeat = heartbeat
        self.followed = followed
        if incoming.target["again"] != nil {
            // A page that reconnects may have missed changes.
            unread = nil
        } else if let shown = incoming.target["shown"] {
            unread = EventID(shown)
        } else {
            unread = followed?.unreadState.id
        }
        // The event that the client names when it reconnects, or the one that its page was made of.
        let id = EventID(incoming.request.headers[.lastEventID] ?? incoming.target["seen"] ?? "")
        known = id.map { [$0.epoch: $0.number] } ?? [:]
    }

    /// Writes what comes before all events.
    mutating func begin(_ write: (ByteBuffer) -> Void) {
        write(EventText.beginning)
    }

    /// Writes what the update has of news.
    mutating func write(_ update: LiveClient.Update, _ write: (ByteBuffer) -> Void) {
        for view in update.views {
            guard let view, let event = view.event(after: known[view.epoch]) else { continue }
            known[view.epoch] = event.number
            write(event.bytes)
        }
        if let id = followed?.listID, list != id {
            list = id
            write(EventText.followed(id))
        }
        let (id, counts) = (update.pulse.unread.id, update.pulse.unread.counts)
        if let followed, unread != id {
            unread = id
            let items = followed.items
            let feeds = items.map { (path: $0.feed.address, count: counts.byFeed[$0.feed.key] ?? 0) }
            let folders = FeedFolder(items).all.map { (path: $0.address, count: counts.total(of: $0)) }
            write(EventText.unread(counts.total, feeds + folders))
        }
        let number = update.pulse.heartbeat
        if let lastHeartbeat, number != lastHeartbeat { write(heartbeat) }
        lastHeartbeat = number
    }
}
