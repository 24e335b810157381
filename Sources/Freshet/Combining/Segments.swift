import Synchronization

/// Delivers one stream after another, each with a lifetime of its own: what concat, catch and retry are made of.
///
/// A stream that ends while it is being started does not start the next one on top of itself: the call that starts it goes on with the
/// next one, so that thousands of short streams do not overflow the stack.
// Safe to share: all state is in a Mutex.
final class Segments<Element>: @unchecked Sendable {
    private struct State {
        var pending: (stream: Observable<Element>, sink: Sink<Element>)?
        var isStarting = false
    }

    private let slot = LifetimeSlot()
    private let lifetime: Lifetime
    private let state = Mutex(State())

    init(_ lifetime: Lifetime) {
        self.lifetime = lifetime
        lifetime.add(slot)
    }

    /// Starts `stream` with `sink` in the place of the one before.
    func start(_ stream: Observable<Element>, _ sink: Sink<Element>) {
        let next = Handover((stream: stream, sink: sink))
        let isMine = state.withLock { state in
            state.pending = next.value
            defer { state.isStarting = true }
            return !state.isStarting
        }
        guard isMine else { return }
        while let next = takePending() {
            if lifetime.isDisposed { continue }
            let segment = slot.renew()
            if let immediate = next.value.stream.immediate {
                immediate.deliver(to: next.value.sink)
            } else {
                next.value.stream.start(next.value.sink, segment)
            }
        }
    }

    private func takePending() -> Handover<(stream: Observable<Element>, sink: Sink<Element>)>? {
        state.withLock { state in
            if let next = state.pending.take() { return Handover(next) }
            state.isStarting = false
            return nil
        }
    }
}
