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
        let (id, counts) = (update.sharedUpdate.unread.id, update.sharedUpdate.unread.counts)
        if let followed, unread != id {
            unread = id
            let items = followed.items
            let feeds = items.map { (path: $0.feed.address, count: counts.byFeed[$0.feed.key] ?? 0) }
            let folders = FeedFolder(items).all.map { (path: $0.address, count: counts.total(of: $0)) }
            write(EventText.unread(counts.total, feeds + folders))
        }
        let number = update.sharedUpdate.heartbeat
        if let lastHeartbeat, number != lastHeartbeat { write(heartbeat) }
        lastHeartbeat = number
    }
}

/// Server-sent events as text (HTML Living Standard, section 9.2).
enum EventText {
    /// The start of a stream: browsers reconnect after 2 s.
    static let beginning = ByteBuffer(string: "retry: 2000\n\n")
    /// A comment that keeps the connection alive.
    static let heartbeat = ByteBuffer(string: ": heartbeat\n\n")
    /// The same for pages, whose scripts don't receive comments: without it they reconnect.
    static let beat = ByteBuffer(string: ": heartbeat\n\nevent: beat\ndata: 1\n\n")

    /// One event; `data` must not contain line breaks. Without an id the client keeps its last one.
    static func event(_ id: EventID?, _ name: String, _ data: some Collection<UInt8>) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: data.count + 80)
        if let id { buffer.writeString("id: \(id)\n") }
        buffer.writeString("event: \(name)\ndata: ")
        buffer.writeBytes(data)
        buffer.writeStaticString("\n\n")
        return buffer
    }

    /// The version of the list of followed feeds, with their names and folders.
    static func followed(_ id: EventID) -> ByteBuffer { event(nil, "followed", Array(id.description.utf8)) }

    /// The numbers of unread items in all followed feeds, in each, and in each folder, by the paths of their pages.
    static func unread(_ total: Int, _ counts: [(path: String, count: Int)]) -> ByteBuffer {
        let list = [("/unread", total)] + counts.map { ($0.path, $0.count) }
        let fields = list.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
        return event(nil, "unread", Array("{\(fields)}".utf8))
    }
}

/// The id of a server-sent event: the run of a live feed, and the number of the frame that the event brought.
struct EventID: Sendable, Hashable, LosslessStringConvertible {
    /// The run of the live feed; a new one begins each time it is connected.
    let epoch: String
    /// The number of the frame.
    let number: Int

    init(epoch: String, number: Int) {
        self.epoch = epoch
        self.number = number
    }

    /// Reads `EPOCH-N`.
    init?(_ text: String) {
        guard let hyphen = text.lastIndex(of: "-"), let number = Int(text[text.index(after: hyphen)...]) else {
            return nil
        }
        self.init(epoch: String(text[..<hyphen]), number: number)
    }

    var description: String { epoch + "-" + String(number) }
}
