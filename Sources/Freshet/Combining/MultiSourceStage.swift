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
    final func connect<Input, Stage>(_ source: Observable<Input>, through inlet: SerializedInlet<Input, Stage>) {
        if lifetime.isDisposed { return }
        if case .ended(let end) = source.begin(inlet, lifetime, .whole) { return inlet.sourceEnded(end) }
        let own = makeLifetime(for: inlet)
        inlet.lifetime = own
        if !own.isDisposed { source.run(inlet, own) }
    }

    /// Returns a lifetime for the source of `inlet`, which ends no later than the stage's.
    func makeLifetime<Input, Stage>(for inlet: SerializedInlet<Input, Stage>) -> Lifetime { lifetime.makeChild() }

    /// Fails with the first error; completes when the last source has completed.
    final func sourceEnded(_ end: Termination) {
        guard case .completed = end else { return finish(end) }
        running -= 1
        if running == 0 { complete() }
    }
}
