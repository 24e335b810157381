import Freshet
import HTTPTypes
import HummingbirdCore

extension RequestHandler {
    /// A live feed's documents as server-sent events, until the client leaves.
    func documentEvents(_ key: LiveFeed.Key, _ choice: ListChoice, _ asked: Asked) -> Answer {
        events(asked, [key]) {
            $0.documents(choice)
        } writer: {
            EventWriter(asked, heartbeat: EventText.heartbeat)
        }
    }

    /// A live feed's rows as server-sent events, until the client leaves.
    func pageEvents(_ key: LiveFeed.Key, _ choice: ListChoice, _ asked: Asked) -> Answer {
        events(asked, [key]) {
            $0.pages(choice)
        } writer: {
            EventWriter(asked, heartbeat: EventText.beat, followed: context.followed)
        }
    }

    /// The rows of all feeds of the home page on one connection, and which feeds these are.
    func homeEvents(_ asked: Asked) -> Answer {
        events(asked, homeFeeds) {
            $0.digests
        } writer: {
            EventWriter(asked, heartbeat: EventText.beat, followed: context.followed) {
                homeFeeds.map(\.feed.address)
            }
        }
    }

    /// How many items are unread, for a page that shows no feed.
    func unreadEvents(_ asked: Asked) -> Answer {
        events(asked, []) { _ in
            .empty()
        } writer: {
            EventWriter(asked, heartbeat: EventText.beat, followed: context.followed)
        }
    }

    /// - Parameters:
    ///   - view: the stream of a feed's views.
    ///   - writer: makes what writes the events.
    private func events(
        _ asked: Asked, _ keys: [LiveFeed.Key], view: (LiveFeed) -> Observable<any LiveView>,
        writer: () -> EventWriter
    ) -> Answer {
        let headers: HTTPFields = [
            .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store", .vary: "Accept",
            // nginx would buffer events.
            .xAccelBuffering: "no",
        ]
        if asked.request.method == .head { return Answer(headers: headers) }
        let others = keys.count { !context.followed.contains($0) }
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
            feeds.map(view), context.pulse, until: asked.session.map { context.sessions.end(of: $0) },
            maximumIdleHeartbeats: context.configuration.maximumIdleHeartbeats, clients: context.clients,
            shares: [share] + (asked.share.map { [$0] } ?? []))
        return Answer(headers: headers, body: .events(client, writer()))
    }
}

extension HTTPField.Name {
    // Field names are tokens; this is one.
    fileprivate static let xAccelBuffering = HTTPField.Name("X-Accel-Buffering").unsafelyUnwrapped
}
