import NIOCore
import Synchronization

/// Shows each state that a refresh ends with as a document, as `--json --watch` does; a new client gets what there is.
final class DocumentLens: Lens {
    private struct Shown {
        var number: Int
        var document: [UInt8]
        var event: ByteBuffer
    }

    private struct State {
        /// The newest frame.
        var newest: Shown?
        /// The newest that a refresh ended with.
        var settled: Shown?
    }

    private let feed: String
    private let epoch: String
    private let state = Mutex(State())

    init(feed: String, epoch: String) {
        self.feed = feed
        self.epoch = epoch
    }

    func show(_ frame: Frame) {
        let isSettled = frame.state.isSettled
        // While a refresh goes on, nobody who has seen the end of one is told anything.
        if !isSettled, state.withLock({ $0.settled != nil }) { return }
        // Strings and numbers can always be encoded.
        guard let document = try? frame.state.document(named: feed) else { return }
        let bytes = Array(document)
        state.withLock { state in
            if state.newest?.document == bytes {
                // Nothing has changed for a reader: whoever has the earlier frame has this one.
                if isSettled { state.settled = state.newest }
                return
            }
            let event = EventText.event(EventID(epoch: epoch, number: frame.number), "state", bytes)
            let shown = Shown(number: frame.number, document: bytes, event: event)
            state.newest = shown
            if isSettled { state.settled = shown }
        }
    }

    func event(after number: Int?) -> (number: Int, bytes: ByteBuffer)? {
        state.withLock { state in
            guard let shown = number == nil ? state.newest : state.settled else { return nil }
            if let number, number >= shown.number { return nil }
            return (shown.number, shown.event)
        }
    }
}
