import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

extension FrontDoor {
    /// The channel's frames as server-sent events, for as long as the client stays.
    func events(_ key: LiveChannel.Key, _ lens: LensKind, _ asked: Asked) -> Answer {
        answer(asked) {
            guard let seat = Seat(backstage, [key], lens, asked.visit.channel) else { return nil }
            let place = seat.places[0]
            let sign = lens == .document ? EventText.heartbeat : EventText.beat
            let beginning = asked.seen.first { $0.epoch == place.channel.epoch }?.number
            return ResponseBody { writer in
                var known = beginning
                try await writer.write(EventText.beginning)
                following: while true {
                    switch await seat.client.next() {
                    case .end: break following
                    case .heartbeat: try await writer.write(sign)
                    case .frame:
                        // Nothing is queued: whoever was slow gets what leads from what they have to what is newest.
                        guard let event = place.lens.event(after: known) else { continue }
                        known = event.number
                        try await writer.write(event.bytes)
                    }
                }
                try await writer.finish(nil)
            }
        }
    }

    /// What changes on the first page: the frames of all its feeds on one connection, and which feeds they are whenever that changes.
    func homeEvents(_ asked: Asked) -> Answer {
        answer(asked) {
            let following = backstage.following
            let version = following.version
            guard let seat = Seat(backstage, homeChannels, .digest, asked.visit.channel) else { return nil }
            let seen = asked.seen
            let beginning = seat.places.map { place in seen.first { $0.epoch == place.channel.epoch }?.number }
            return ResponseBody { writer in
                var known = beginning
                var followed = version
                try await writer.write(EventText.beginning)
                try await writer.write(EventText.feeds(seat.places.map(\.channel.key.address)))
                following: while true {
                    let signal = await seat.client.next()
                    if signal != .end, following.version != followed {
                        followed = following.version
                        try await writer.write(EventText.feeds(homeChannels.map(\.address)))
                    }
                    switch signal {
                    case .end: break following
                    case .heartbeat: try await writer.write(EventText.beat)
                    case .frame:
                        for (index, place) in seat.places.enumerated() {
                            guard let event = place.lens.event(after: known[index]) else { continue }
                            known[index] = event.number
                            let ids = zip(seat.places, known).compactMap { place, number in
                                number.map { EventID(epoch: place.channel.epoch, number: $0) }
                            }
                            try await writer.write(ByteBuffer(string: "id: \(ids.text)\n"))
                            try await writer.write(event.bytes)
                        }
                    }
                }
                try await writer.finish(nil)
            }
        }
    }

    /// - Parameter follow: gives the events; nil where no place is left.
    private func answer(_ asked: Asked, follow: () -> ResponseBody?) -> Answer {
        let headers: HTTPFields = [
            .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store", .vary: "Accept",
            // nginx would hold events back.
            .xAccelBuffering: "no",
        ]
        if asked.request.method == .head { return Answer(headers: headers) }
        if let body = follow() { return Answer(headers: headers, body: .stream(body)) }
        var answer = problem(
            .serviceUnavailable, "Too many are looking",
            "As many follow feeds here as this server lets in. Try again in a minute.", asked)
        answer.headers[.retryAfter] = "60"
        return answer
    }
}

extension Asked {
    /// The events that a client has: those that it names when it comes back, else those that its page was made of.
    fileprivate var seen: [EventID] { [EventID](reading: request.headers[.lastEventID] ?? target["seen"] ?? "") }
}

/// A client's places at channels, given up when nobody refers to them any more: also where its answer was never begun.
private final class Seat: Sendable {
    struct Place: Sendable {
        let channel: LiveChannel
        let lens: any Lens
    }

    let client: LiveClient
    let places: [Place]
    private let backstage: Backstage

    /// Nil where no place is left.
    init?(_ backstage: Backstage, _ keys: [LiveChannel.Key], _ kind: LensKind, _ connection: any Channel) {
        guard backstage.clients.value < backstage.configuration.maximumClients else { return nil }
        let channels = keys.compactMap(backstage.channels.acquire)
        guard channels.count == keys.count else {
            for channel in channels { backstage.channels.release(channel) }
            return nil
        }
        let client = LiveClient(connection, patience: backstage.configuration.heartbeatsToTake)
        self.backstage = backstage
        self.client = client
        places = channels.map { Place(channel: $0, lens: $0.join(client, kind)) }
        backstage.clients.add(1)
        ConnectionWatch.tie(client, to: connection)
    }

    deinit {
        for place in places {
            place.channel.leave(client)
            backstage.channels.release(place.channel)
        }
        backstage.clients.add(-1)
    }
}

extension HTTPField.Name {
    // A field name is a token; this is.
    fileprivate static let xAccelBuffering = HTTPField.Name("X-Accel-Buffering").unsafelyUnwrapped
}
