// Safe to share: all that changes is touched inside the serializer only.
/// Where a fixed number of sources of one subscription meet.
class Junction<Output>: @unchecked Sendable {
    final let serializer = Serializer()
    final let downstream: Sink<Output>
    /// That of the whole stage.
    final let lifetime: Lifetime
    /// How many sources have not completed; 0 when this has ended.
    private(set) final var running: Int

    init(_ downstream: Sink<Output>, _ lifetime: Lifetime, count: Int) {
        self.downstream = downstream
        self.lifetime = lifetime
        running = count
    }

    /// Subscribes to a source; one that ends at once needs no lifetime.
    final func connect<Input>(_ source: Observable<Input>, through sink: JunctionSink<Input, Output>) {
        if lifetime.isDisposed { return }
        switch source.deliverAtOnce(to: sink) {
        case .completed: sink.sourceCompleted()
        case .error(let error): sink.sourceFailed(error)
        case nil:
            let own = Lifetime()
            sink.lifetime = own
            lifetime.add(own)
            if !own.isDisposed { source.run(sink, own) }
        }
    }

    /// One source less delivers.
    fileprivate func completed() {
        if running == 0 { return }
        running -= 1
        if running == 0 { downstream.completed() }
    }

    /// Ends well, however many sources still run: nothing can come any more.
    final func complete() {
        if running == 0 { return }
        running = 0
        downstream.completed()
    }

    final func fail(_ error: any Error) {
        if running == 0 { return }
        running = 0
        downstream.error(error)
    }
}

// Safe to hand between threads: see Sink; the lifetime is set before the source is run.
/// What one source of a junction delivers to; subclasses say what becomes of an element.
class JunctionSink<Input, Output>: Sink<Input>, @unchecked Sendable {
    private let junction: Junction<Output>
    /// That of the source; nil if it has ended at once.
    fileprivate final var lifetime: Lifetime?

    init(_ junction: Junction<Output>) { self.junction = junction }

    override final func error(_ error: any Error) {
        guard let lifetime, lifetime.stop() else { return }
        sourceFailed(error)
    }

    override final func completed() {
        guard let lifetime, lifetime.stop() else { return }
        lifetime.dispose()
        sourceCompleted()
    }

    fileprivate final func sourceFailed(_ error: any Error) {
        let junction = junction
        junction.serializer.perform {
            junction.fail(error)
        } deferred: {
            { junction.fail(error) }
        }
    }

    fileprivate final func sourceCompleted() {
        let junction = junction
        junction.serializer.perform {
            junction.completed()
        } deferred: {
            { junction.completed() }
        }
    }
}
