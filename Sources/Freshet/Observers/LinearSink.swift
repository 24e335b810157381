/// The base class of the sinks of operators with one source. It forwards terminal events unchanged, at most one.
///
/// An operator may end before its source does (`take` after its last element, `map` when its closure throws). Its sink
/// then receives the source's terminal event too and drops it. It receives further elements only while it delivers its
/// own terminal event, whose receiver then ends the lifetime; sources check that before they emit.
///
/// An operator that calls a closure checks `isOver` first: an earlier closure may have disposed the subscription.
class LinearSink<Input, Output>: Sink<Input>, @unchecked Sendable {
    final let downstream: Sink<Output>
    final let lifetime: Lifetime
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private var hasEnded = false

    init(_ downstream: Sink<Output>, _ lifetime: Lifetime) {
        self.downstream = downstream
        self.lifetime = lifetime
    }

    /// True if the sink drops elements: it has sent its terminal event, or the lifetime has ended.
    final var isOver: Bool { hasEnded || lifetime.hasEnded }

    override func error(_ error: any Error) { fail(error) }
    override func completed() { complete() }

    /// Returns true for the first caller only, which may send the terminal event.
    final func end() -> Bool {
        defer { hasEnded = true }
        return !hasEnded
    }

    /// Sends a terminal event, unless one was sent before.
    final func conclude(_ termination: Termination) {
        if end() { downstream.finish(termination) }
    }

    final func fail(_ error: any Error) { conclude(.error(error)) }
    final func complete() { conclude(.completed) }
}
