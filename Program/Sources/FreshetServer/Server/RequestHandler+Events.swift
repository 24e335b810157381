import FeedStore
import Feeds
import Freshet
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

extension RequestHandler {
    /// What to send to a client next: only the newest states, so that nothing queues for slow clients.
    private struct Signal: Sendable {
        let views: [(any LiveView)?]
        let unread: UnreadCounts
        let heartbeat: Int
    }

    /// A live feed's documents as server-sent events, until the client leaves.
    func documentEvents(_ key: LiveFeed.Key, _ asked: Asked) -> Answer {
        events(asked, [key]) {
            $0.documents.map { $0 }
        } writer: {
            EventWriter($0, asked, heartbeat: EventText.heartbeat)
        }
    }

    /// A live feed's rows as server-sent events, until the client leaves.
    func pageEvents(_ key: LiveFeed.Key, _ asked: Asked) -> Answer {
        events(asked, [key]) {
            $0.pages.map { $0 }
        } writer: {
            EventWriter($0, asked, heartbeat: EventText.beat, followed: context.followed)
        }
    }

    /// The rows of all feeds of the home page on one connection, and which feeds these are.
    func homeEvents(_ asked: Asked) -> Answer {
        let context = context
        return events(asked, homeFeeds) {
            $0.digests.map { $0 }
        } writer: {
            var writer = EventWriter($0, asked, heartbeat: EventText.beat, followed: context.followed)
            writer.feeds = { homeFeeds.map(\.feed.address) }
            return writer
        }
    }

    /// How many items are unread, for a page that shows no feed.
    func unreadEvents(_ asked: Asked) -> Answer {
        events(asked, []) { _ in
            .empty()
        } writer: {
            EventWriter($0, asked, heartbeat: EventText.beat, followed: context.followed)
        }
    }

    /// - Parameters:
    ///   - view: the stream of a feed's views.
    ///   - writer: makes what writes the events.
    private func events(
        _ asked: Asked, _ keys: [LiveFeed.Key], view: (LiveFeed) -> Observable<any LiveView>,
        writer: @escaping @Sendable (any ResponseBodyWriter) -> EventWriter
    ) -> Answer {
        let headers: HTTPFields = [
            .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store", .vary: "Accept",
            // nginx would buffer events.
            .xAccelBuffering: "no",
        ]
        if asked.request.method == .head { return Answer(headers: headers) }
        let others = keys.count { !context.feeds.isFollowed($0) }
        let share = context.feedShares.take(others, for: asked.client)
        let feeds = share == nil ? [] : keys.compactMap { context.feeds.feed($0, for: .client) }
        guard context.clients.value < context.configuration.maximumClients, let share, feeds.count == keys.count else {
            var answer = problem(
                .serviceUnavailable, "Too many live connections",
                "This server can't accept more live connections. Try again in a minute.", asked)
            answer.headers[.retryAfter] = "60"
            return answer
        }
        let client = LiveClient(
            asked.connection.channel, heartbeats: context.heartbeats,
            patience: context.configuration.heartbeatsToTake, clients: context.clients,
            shares: [share] + (asked.share.map { [$0] } ?? []))
        let views = feeds.map { view($0).map(Optional.some).startWith(nil) }
        let signals = Observable.combineLatest(
            views.isEmpty ? .just([]) : Observable.combineLatest(views), context.unread.asObservable(),
            context.heartbeats.startWith(0)
        ) { Signal(views: $0, unread: $1, heartbeat: $2) }
        .take(until: Observable.merge([client.leaving, context.feeds.dismissal] + sessionEnd(asked)))
        .values(buffering: .newest(1))
        let body = ResponseBody { responseWriter in
            var writer = writer(responseWriter)
            try await writer.begin()
            for try await signal in signals {
                client.takes(at: signal.heartbeat)
                try await writer.write(signal.views, signal.unread, heartbeat: signal.heartbeat)
            }
            try await writer.finish()
        }
        return Answer(headers: headers, body: .stream(body))
    }

    /// Emits when the browser is signed out; never for clients without a session.
    private func sessionEnd(_ asked: Asked) -> [Observable<Void>] {
        asked.session.map { [context.sessions.end(of: $0)] } ?? []
    }
}

/// Writes what is new for a client.
private struct EventWriter {
    private var writer: any ResponseBodyWriter
    /// The newest event of each epoch that the client has.
    private var known: [String: Int]
    private let heartbeat: ByteBuffer
    private var lastHeartbeat = 0
    /// The counts that the page shows; nil for clients that show none.
    private var unread: UnreadCounts?
    private let followed: FollowedFeeds?
    /// The paths of the feeds of the page, if they may change.
    var feeds: (() -> [String])?
    private var lastFeeds: [String] = []

    init(_ writer: any ResponseBodyWriter, _ asked: Asked, heartbeat: ByteBuffer, followed: FollowedFeeds? = nil) {
        self.writer = writer
        self.heartbeat = heartbeat
        self.followed = followed
        unread = followed?.unread
        // The events that the client names when it reconnects, or those that its page was made of.
        let ids = [EventID](reading: asked.request.headers[.lastEventID] ?? asked.target["seen"] ?? "")
        known = Dictionary(ids.map { ($0.epoch, $0.number) }, uniquingKeysWith: max)
    }

    mutating func begin() async throws {
        try await writer.write(EventText.beginning)
        try await writeFeeds()
    }

    mutating func write(_ views: [(any LiveView)?], _ unread: UnreadCounts, heartbeat number: Int) async throws {
        try await writeFeeds()
        for view in views {
            guard let view, let event = view.event(after: known[view.epoch]) else { continue }
            known[view.epoch] = event.number
            if feeds != nil {
                // The event is of one feed; its id must name the client's position in all of them.
                let ids = views.compactMap { view in
                    view.flatMap { view in known[view.epoch].map { EventID(epoch: view.epoch, number: $0) } }
                }
                try await writer.write(ByteBuffer(string: "id: \(ids.text)\n"))
            }
            try await writer.write(event.bytes)
        }
        if let shown = self.unread, shown != unread {
            self.unread = unread
            let counts = followed?.items.map { (path: $0.feed.address, count: unread.byFeed[$0.feed.key] ?? 0) } ?? []
            try await writer.write(EventText.unread(unread.total, counts))
        }
        if number != lastHeartbeat {
            lastHeartbeat = number
            try await writer.write(heartbeat)
        }
    }

    mutating func finish() async throws { try await writer.finish(nil) }

    private mutating func writeFeeds() async throws {
        guard let paths = feeds?(), paths != lastFeeds else { return }
        lastFeeds = paths
        try await writer.write(EventText.feeds(paths))
    }
}

extension HTTPField.Name {
    // Field names are tokens; this is one.
    fileprivate static let xAccelBuffering = HTTPField.Name("X-Accel-Buffering").unsafelyUnwrapped
}
