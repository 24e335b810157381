// Sendable: see AnySerializedStage; `downstream` and `depth` are accessed only inside the serializer.
/// Serializes the events of foreign code, and releases what is downstream at the end.
///
/// Foreign code may keep the observer that it received for any time. Only this stage then remains of the subscription.
final class ObserverStage<Output>: AnySerializedStage, @unchecked Sendable {
    /// Nil once released.
    private var downstream: Sink<Output>?
    // Unmanaged, so a delivery changes no reference counts. Valid until `downstream` is released.
    private let sink: Unmanaged<Sink<Output>>
    /// The number of nested deliveries in progress, during which `downstream` is retained.
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private var depth = 0
    private var isAbandoned = false

    init(_ downstream: Sink<Output>, _ lifetime: Lifetime) {
        self.downstream = downstream
        sink = .passUnretained(downstream)
        super.init(lifetime)
    }

    /// Delivers an element.
    /// - Precondition: the stage is open.
    @inline(never)
    func forward(_ element: Output) {
        depth &+= 1
        sink._withUnsafeGuaranteedRef { $0.next(element) }
        depth &-= 1
        if depth == 0, !isOpen || isAbandoned { release() }
    }

    override func finish(_ end: Termination) {
        guard close() else { return }
        depth &+= 1
        sink._withUnsafeGuaranteedRef { $0.finish(end) }
        depth &-= 1
        if depth == 0 { release() }
    }

    /// Releases `downstream` because its lifetime has ended, after the deliveries in progress.
    fileprivate func releaseAfterDelivery() {
        switch serializer.enter() {
        case .entered:
            // Released outside the serializer: a `deinit` may run foreign code.
            let released = downstream.take()
            serializer.leave()
            withExtendedLifetime(released) {}
        case .reentered: if depth == 0 { release() }
        case .busy: serializer.enqueue(isEvent: false) { if self.depth == 0 { self.release() } }
        }
    }

    /// Releases `downstream` because no observer is left.
    fileprivate func abandon() {
        serializer.perform(isEvent: false) {
            self.isAbandoned = true
            if self.depth == 0 { self.release() }
        }
    }

    private func release() {
        let released = downstream.take()
        withExtendedLifetime(released) {}
    }
}

/// The observer that foreign code receives: it accepts events from any thread, at any time.
class SerializedObserverSink<Element>: SerializedSink<Element, ObserverStage<Element>>, @unchecked Sendable {
    init(_ stage: ObserverStage<Element>) { super.init(stage) }

    // Breaks the cycle from the lifetime through ObserverRelease.
    deinit { stage.abandon() }

    override final var consumerDemand: Demand? { stage.lifetime.demand }

    override final func received(_ element: Element) { stage.forward(element) }
}

// Sendable: see LifetimeResource; immutable after init.
/// Disposes what foreign code has returned for its observer, and releases what is downstream of the observer.
///
/// Deliberate cycle: the stage retains the chain, which retains the lifetime. The end of the lifetime breaks it, and so
/// does the release of the last observer.
final class ObserverRelease<Element>: LifetimeResource, @unchecked Sendable {
    private let stage: ObserverStage<Element>
    private let disposable: any Disposable

    init(_ stage: ObserverStage<Element>, _ disposable: any Disposable) {
        self.stage = stage
        self.disposable = disposable
    }

    override func dispose() {
        disposable.dispose()
        stage.releaseAfterDelivery()
    }
}
