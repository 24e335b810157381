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
    /// The paths of the feeds of the page, if they may change.
    private let feeds: (@Sendable () -> [String])?
    private var lastFeeds: [String] = []

    init(
        _ incoming: IncomingRequest, heartbeat: ByteBuffer, followed: FollowedFeeds? = nil,
        feeds: (@Sendable () -> [String])? = nil
    ) {
        self.heartbeat = heartbeat
        self.followed = followed
        self.feeds = feeds
        if incoming.target["again"] != nil {
            // A page that reconnects may have missed changes.
            unread = nil
        } else if let shown = incoming.target["shown"] {
            unread = EventID(shown)
        } else {
            unread = followed?.unreadState.id
        }
        // The events that the client names when it reconnects, or those that its page was made of.
        let ids = [EventID](reading: incoming.request.headers[.lastEventID] ?? incoming.target["seen"] ?? "")
        known = Dictionary(ids.map { ($0.epoch, $0.number) }, uniquingKeysWith: max)
    }

    /// Writes what comes before all events.
    mutating func begin(_ write: (ByteBuffer) -> Void) {
        write(EventText.beginning)
        writeFeeds(write)
    }

    /// Writes what the update has of news.
    mutating func write(_ update: LiveClient.Update, _ write: (ByteBuffer) -> Void) {
        writeFeeds(write)
        for view in update.views {
            guard let view, let event = view.event(after: known[view.epoch]) else { continue }
            known[view.epoch] = event.number
            if feeds != nil {
                // The event is of one feed; its id must name the client's position in all of them.
                let ids = update.views.compactMap { view in
                    view.flatMap { view in known[view.epoch].map { EventID(epoch: view.epoch, number: $0) } }
                }
                write(ByteBuffer(string: "id: \(ids.text)\n"))
            }
            write(event.bytes)
        }
        if let id = followed?.listID, list != id {
            list = id
            write(EventText.followed(id))
        }
        let (id, counts) = (update.pulse.unread.id, update.pulse.unread.counts)
        if let followed, unread != id {
            unread = id
            let feeds = followed.items.map { (path: $0.feed.address, count: counts.byFeed[$0.feed.key] ?? 0) }
            write(EventText.unread(counts.total, feeds))
        }
        let number = update.pulse.heartbeat
        if let lastHeartbeat, number != lastHeartbeat { write(heartbeat) }
        lastHeartbeat = number
    }

    private mutating func writeFeeds(_ write: (ByteBuffer) -> Void) {
        guard let paths = feeds?(), paths != lastFeeds else { return }
        lastFeeds = paths
        write(EventText.feeds(paths))
    }
}
