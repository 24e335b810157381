/// A stage with a fixed number of sources.
class MultiSourceStage<Output>: SerializedStage<Output>, @unchecked Sendable {
    /// The number of sources that have not completed.
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private(set) final var running: Int

    init(_ downstream: Sink<Output>, _ lifetime: Lifetime, count: Int) {
        running = count
        super.init(downstream, lifetime)
    }

    /// Subscribes to `source`, with a lifetime of its own unless `begin` delivers all of it.
    ///
    /// The sources connected before may already be emitting and ending on other threads: state that their events use
    /// must exist before the first call.
    /// - Parameter demand: Pauses the source; nil if the operator doesn't queue the source's elements.
    final func connect<Input, Stage>(
        _ source: Observable<Input>, through sink: SerializedSink<Input, Stage>, pausedBy demand: QueueDemand? = nil
    ) {
        if lifetime.hasEnded { return }
        if case .ended(let end) = source.begin(sink, lifetime, .whole) { return sink.sourceEnded(end) }
        let own = demand?.makeSourceLifetime(in: lifetime) ?? lifetime.makeChild()
        sink.lifetime = own
        if !own.hasEnded { source.run(sink, own) }
    }

    /// Fails with the first error; completes when the last source has completed.
    final func sourceEnded(_ end: Termination) {
        guard case .completed = end else { return finish(end) }
        running -= 1
        if running == 0 { complete() }
    }
}
