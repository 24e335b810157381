import FreshetPlatform

extension Observable {
    /// Resubscribes when the trigger, a stream created from the errors, emits an element.
    func retrying<Failure: Error, Trigger: ObservableType>(
        _ handler: @escaping @Sendable (Observable<Failure>) -> Trigger
    ) -> Observable {
        ClosureStream { sink, lifetime in
            let errors = PublishSubject<Failure>()
            let streams = RetryWhenStreams(sink, self, errors, lifetime)
            let trigger = lifetime.makeTrigger()
            let triggerSink = TriggerSink<Trigger.Element>(streams, trigger)
            streams.trigger = triggerSink
            handler(errors).asObservable().start(triggerSink, trigger)
            if !lifetime.hasEnded { streams.start(self) }
        }
    }
}

/// Receives the events of a trigger.
private protocol Triggered: AnyObject, Sendable {
    func triggered()
    func triggerEnded(_ end: Termination)
}

/// Retains the streams while they wait for the trigger.
///
/// Deliberate cycle: the streams retain the error subject, whose subscribers indirectly retain this owner. An event of
/// the trigger, or disposal, breaks it. With a weak reference, the retry would be released while its trigger waits for
/// a timer, because a timer retains only the trigger's stages.
private protocol StreamsOwner: AnyObject, Sendable {
    func retain(_ streams: (any Triggered)?)
}

// Sendable: see SequentialStreams; the phase is in a Mutex; `trigger` is set before the subscription to the source.
private final class RetryWhenStreams<Element, Failure: Error>: SequentialStreams<Element>, Triggered,
    @unchecked Sendable
{
    private enum Phase {
        /// The source runs. The trigger may have ended.
        case running(triggerEnd: Termination?)
        /// The source has failed; the trigger has not emitted since.
        case waiting
    }

    private let source: Observable<Element>
    private let errors: PublishSubject<Failure>
    private let phase = Mutex(Phase.running(triggerEnd: nil))
    /// Weak: the trigger retains the streams while they wait for it.
    weak var trigger: (any StreamsOwner)?

    init(
        _ downstream: Sink<Element>, _ source: Observable<Element>, _ errors: PublishSubject<Failure>,
        _ lifetime: Lifetime
    ) {
        self.source = source
        self.errors = errors
        super.init(downstream, lifetime)
    }

    override var isEndless: Bool { true }

    override func step(after end: Termination) -> SequentialStep {
        guard case .error(let error) = end, let failure = error as? Failure else { return .finish(end) }
        let triggerEnd: Termination? = phase.withLock { phase in
            if case .running(let end?) = phase { return end }
            phase = .waiting
            return nil
        }
        if let triggerEnd { return .finish(triggerEnd) }
        trigger?.retain(self)
        errors.onNext(failure)
        return .wait
    }

    func triggered() {
        if resume(.running(triggerEnd: nil)) { start(source) }
    }

    func triggerEnded(_ end: Termination) {
        if resume(.running(triggerEnd: end)) { take(.finish(end)) }
    }

    /// Changes from `.waiting` to `next`. Returns whether the streams were waiting.
    private func resume(_ next: Phase) -> Bool {
        let wasWaiting = phase.withLock { phase in
            if case .waiting = phase {
                phase = next
                return true
            }
            // While the source runs, an element of the trigger is ignored; its end is recorded.
            if case .running(.some) = next { phase = next }
            return false
        }
        if wasWaiting { trigger?.retain(nil) }
        return wasWaiting
    }
}

// Sendable: see Sink; the weak reference is cleared atomically, the strong one is in a Mutex.
private final class TriggerSink<Trigger>: Sink<Trigger>, StreamsOwner, @unchecked Sendable {
    /// Weak to avoid a retain cycle: the streams retain the error subject, which retains this sink.
    private weak let streams: (any Triggered)?
    private let retained = Mutex<(any Triggered)?>(nil)
    private let lifetime: Lifetime

    init(_ streams: any Triggered, _ lifetime: Lifetime) {
        self.streams = streams
        self.lifetime = lifetime
    }

    func retain(_ streams: (any Triggered)?) {
        // Released outside the lock.
        let former = retained.withLock { retained in
            defer { retained = streams }
            return retained
        }
        withExtendedLifetime(former) {}
    }

    override func next(_ element: Trigger) { streams?.triggered() }

    override func error(_ error: any Error) { ended(.error(error)) }
    override func completed() { ended(.completed) }

    private func ended(_ end: Termination) {
        guard lifetime.stop() else { return }
        streams?.triggerEnded(end)
        lifetime.dispose()
    }
}
