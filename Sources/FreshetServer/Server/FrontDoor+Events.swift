import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

extension FrontDoor {
    /// The channel's frames as server-sent events, for as long as the client stays.
    func events(_ key: LiveChannel.Key, _ lens: LensKind, _ asked: Asked) -> Answer {
        let headers: HTTPFields = [
            .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store", .vary: "Accept",
            // nginx would hold events back.
            .xAccelBuffering: "no",
        ]
        if asked.request.method == .head { return Answer(headers: headers) }
        guard let seat = Seat(backstage, key, lens, asked.visit.channel) else {
            var answer = problem(
                .serviceUnavailable, "Too many are looking",
                "As many follow feeds here as this server lets in. Try again in a minute.", asked)
            answer.headers[.retryAfter] = "60"
            return answer
        }
        ConnectionWatch.tie(seat.client, to: asked.visit.channel)
        let last = asked.request.headers[.lastEventID].flatMap(EventID.init)
        let known = last?.epoch == seat.channel.epoch ? last?.number : nil
        let body = ResponseBody { writer in
            var known = known
            try await writer.write(EventText.beginning)
            following: while true {
                switch await seat.client.next() {
                case .end: break following
                case .heartbeat: try await writer.write(EventText.heartbeat)
                case .frame:
                    // Nothing is queued: whoever was slow gets what leads from what they have to what is newest.
                    guard let event = seat.lens.event(after: known) else { continue }
                    known = event.number
                    try await writer.write(event.bytes)
                }
            }
            try await writer.finish(nil)
        }
        return Answer(headers: headers, body: .stream(body))
    }
}

/// A client's place at a channel, given up when nobody refers to it any more: also where its answer was never begun.
private final class Seat: Sendable {
    let client: LiveClient
    let channel: LiveChannel
    let lens: any Lens
    private let backstage: Backstage

    /// Nil where no place is left.
    init?(
        _ backstage: Backstage, _ key: LiveChannel.Key, _ kind: LensKind, _ connection: any Channel
    ) {

        guard backstage.clients.value < backstage.configuration.maximumClients,
            let channel = backstage.channels.acquire(key)
        else { return nil }
        self.backstage = backstage
        self.channel = channel
        client = LiveClient(connection)
        backstage.clients.add(1)
        lens = channel.join(client, kind)
    }

    deinit {
        channel.leave(client)
        backstage.channels.release(channel)
        backstage.clients.add(-1)
    }
}

extension HTTPField.Name {
    // A field name is a token; this is.
    fileprivate static let xAccelBuffering = HTTPField.Name("X-Accel-Buffering").unsafelyUnwrapped
}
