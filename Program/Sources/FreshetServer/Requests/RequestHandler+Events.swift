import Feeds
import Freshet
import HTTPTypes
import HummingbirdCore

extension RequestHandler {
    /// A live feed's documents as server-sent events, until the client leaves.
    func documentEvents(_ key: LiveFeed.Key, _ choice: ListChoice, _ incoming: IncomingRequest) -> ServerResponse {
        events(incoming, [key]) {
            $0.documents(choice, origin: origin(for: incoming))
        } writer: {
            EventWriter(incoming, heartbeat: EventText.heartbeat)
        }
    }

    /// A live feed's rows as server-sent events, until the client leaves.
    func pageEvents(_ key: LiveFeed.Key, _ choice: ListChoice, _ incoming: IncomingRequest) -> ServerResponse {
        events(incoming, [key]) {
            $0.pages(choice)
        } writer: {
            EventWriter(incoming, heartbeat: EventText.beat, followed: context.followed)
        }
    }

    /// A live feed's freshness as server-sent events, without its rows, until the client leaves.
    func statusEvents(_ key: LiveFeed.Key, _ incoming: IncomingRequest) -> ServerResponse {
        events(incoming, [key]) {
            $0.statuses
        } writer: {
            EventWriter(incoming, heartbeat: EventText.beat)
        }
    }

    /// The number of unread items as server-sent events, for a page that shows no feed.
    func unreadEvents(_ incoming: IncomingRequest) -> ServerResponse {
        events(incoming, []) { _ in
            .empty()
        } writer: {
            EventWriter(incoming, heartbeat: EventText.beat, followed: context.followed)
        }
    }

    /// Emits once, when the client must leave: its session has ended, or its password was revoked.
    private func end(of incoming: IncomingRequest) -> Observable<Void> {
        let accounts = context.shared.accountRule.end(of: incoming.admission?.credential)
        return Observable.merge([accounts] + (incoming.session.map { [context.sessions.end(of: $0)] } ?? [])).take(1)
    }

    /// - Parameters:
    ///   - view: the stream of a feed's views.
    ///   - writer: makes what writes the events.
    private func events(
        _ incoming: IncomingRequest, _ keys: [LiveFeed.Key], view: (LiveFeed) -> Observable<any LiveEvents>,
        writer: () -> EventWriter
    ) -> ServerResponse {
        let headers: HTTPFields = [
            .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store", .vary: "Accept",
            // nginx would buffer events.
            .xAccelBuffering: "no",
        ]
        if incoming.request.method == .head { return ServerResponse(headers: headers) }
        let others = keys.count { !context.followed.contains($0) }
        let share = context.feedShares.take(others, for: incoming.client)
        let feeds = share == nil ? [] : keys.compactMap { context.feeds.feed($0, for: .client) }
        guard context.clients.value < context.configuration.maximumClients, let share, feeds.count == keys.count else {
            var response = problem(
                .serviceUnavailable, "Too many live connections",
                "This server can't accept more live connections. Try again in a minute.", incoming)
            response.headers[.retryAfter] = "60"
            return response
        }
        let client = LiveClient(
            feeds.map(view), context.sharedUpdate, until: end(of: incoming),
            maximumIdleHeartbeats: context.configuration.maximumIdleHeartbeats,
            counters: [context.clients, context.viewers],
            shares: [share] + (incoming.share.map { [$0] } ?? []))
        return ServerResponse(headers: headers, body: .events(client, writer()))
    }
}

extension HTTPField.Name {
    // Field names are tokens; this is one.
    fileprivate static let xAccelBuffering = HTTPField.Name("X-Accel-Buffering").unsafelyUnwrapped
}
