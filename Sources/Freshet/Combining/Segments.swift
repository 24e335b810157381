import Synchronization

/// What waits to be started: a stream, but for its type, which a lock would look up at each use.
private struct Start {
    var pending: (any AnyObject & Sendable)?
    var isStarting = false
}

// Safe to share: what is waiting to be started is in a Mutex; subclasses' state changes only when a segment has ended, which happens to one at a time.
/// Delivers one stream after another, each with a lifetime of its own: what concat, catch and retry are made of.
///
/// A stream that ends while it is being started does not start the next one on top of itself: the call that starts it goes on with the
/// next one, so that thousands of short streams do not overflow the stack. When a stream ends it is disposed before anything else happens,
/// and what it still sends is not heard.
class Segments<Element>: @unchecked Sendable {
    final let downstream: Sink<Element>
    private let slot = LifetimeSlot()
    private let lifetime: Lifetime
    private let state = Mutex(Start())

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime) {
        self.downstream = downstream
        self.lifetime = lifetime
        lifetime.add(slot)
    }

    /// The present stream has failed.
    func failed(_ error: any Error) { downstream.error(error) }

    /// The present stream has completed.
    func completed() { downstream.completed() }

    /// What `stream` begins with, if it is made of several that this can deliver one after the other.
    func unfold(_ stream: Observable<Element>) -> Observable<Element>? { nil }

    /// Starts `stream` in the place of the one before.
    final func start(_ stream: Observable<Element>) {
        let isMine = state.withLock { state in
            state.pending = stream
            defer { state.isStarting = true }
            return !state.isStarting
        }
        guard isMine else { return }
        while let next = takePending() {
            if lifetime.isDisposed { continue }
            do { try startRest(of: next) } catch { failed(error) }
        }
    }

    private func startRest(of stream: Observable<Element>) throws {
        var rest = stream
        while true {
            switch rest.deliverAtOnce(to: downstream) {
            case .completed: return completed()
            case .error(let error): return failed(error)
            case nil: break
            }
            if let next = try rest.deliverBeginning(to: downstream, lifetime) {
                rest = next
            } else if let next = unfold(rest) {
                rest = next
            } else {
                let segment = slot.renew()
                return rest.start(SegmentSink(self, segment), segment)
            }
            if lifetime.isDisposed { return }
        }
    }

    private func takePending() -> Observable<Element>? {
        let pending = state.withLock { state in
            if state.pending == nil { state.isStarting = false }
            return state.pending.take()
        }
        guard let pending else { return nil }
        return unsafeDowncast(pending, to: Observable<Element>.self)
    }

    // Safe to hand between threads: see Sink.
    /// An end that comes in reaction to an element waits until that has been delivered: the next stream may deliver on another thread.
    private final class SegmentSink: Sink<Element>, @unchecked Sendable {
        private let segments: Segments
        private let downstream: Sink<Element>
        private let segment: Lifetime
        private var isDelivering = false
        private var end: Termination?

        init(_ segments: Segments, _ segment: Lifetime) {
            self.segments = segments
            downstream = segments.downstream
            self.segment = segment
        }

        override func next(_ element: Element) {
            if segment.isDisposed { return }
            if isDelivering { return downstream.next(element) }
            isDelivering = true
            downstream.next(element)
            isDelivering = false
            if let end { ended(end) }
        }

        override func error(_ error: any Error) { sourceEnded(.error(error)) }
        override func completed() { sourceEnded(.completed) }

        private func sourceEnded(_ end: Termination) {
            guard segment.stop() else { return }
            segment.dispose()
            if isDelivering { self.end = end } else { ended(end) }
        }

        private func ended(_ end: Termination) {
            switch end {
            case .completed: segments.completed()
            case .error(let error): segments.failed(error)
            }
        }
    }
}
