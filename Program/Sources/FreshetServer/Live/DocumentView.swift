import FeedStore
import Feeds
import NIOCore
import Platform
import WebText

/// The states of a live feed as documents: the current state for a new client, then the state after each refresh.
struct DocumentView: LiveEvents {
    /// A program's choice of items, and the server's address for it, with which addresses of pictures begin.
    struct Choice: Sendable, Hashable {
        let items: ListChoice
        let origin: String
    }

    private struct Shown {
        let number: Int
        let document: [UInt8]
        let event: ByteBuffer
    }

    let epoch: String
    // Documents leave progress out.
    var isProgress: Bool { false }
    private let newest: Shown
    /// The document after the last refresh.
    private let settled: Shown?

    /// The view of a frame that follows `previous`; `previous` itself if the frame has nothing new for clients.
    init?(_ frame: Frame, of feed: Feed, origin: String, after previous: DocumentView?) {
        let previous = previous?.epoch == frame.id.epoch ? previous : nil
        let isSettled = frame.state.isSettled
        // Clients that have seen a refresh end aren't sent the states of the next one.
        if !isSettled, let previous, previous.settled != nil {
            self = previous
            return
        }
        // Strings, numbers and dates can always be encoded.
        let picture = frame.site.picture
        let shown = FeedDocument(feed: feed.key.rawValue, frame.state) { picture($0, feed)?.at(origin) }
        guard let document = try? shown.json() else {  // can't fail: strings, numbers and dates can always be encoded
            guard let previous else { return nil }
            self = previous
            return
        }
        epoch = frame.id.epoch
        let bytes = Array(document)
        if let previous, previous.newest.document == bytes {
            newest = previous.newest
            settled = isSettled ? previous.newest : previous.settled
        } else {
            newest = Shown(
                number: frame.id.number, document: bytes, event: EventText.event(frame.id, "state", bytes))
            settled = isSettled ? newest : nil
        }
    }

    func event(after number: Int?) -> (number: Int, bytes: ByteBuffer)? {
        guard let shown = number == nil ? newest : settled else { return nil }
        if let number, number >= shown.number { return nil }
        return (shown.number, shown.event)
    }
}
