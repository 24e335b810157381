import Synchronization

// Safe to share: see Observable.
/// Subscribes to its source anew whenever a stream made of its errors delivers an element.
final class RetryWhen<Element, Failure: Error, Trigger: ObservableType>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let handler: @Sendable (Observable<Failure>) -> Trigger

    init(_ source: Observable<Element>, _ handler: @escaping @Sendable (Observable<Failure>) -> Trigger) {
        self.source = source
        self.handler = handler
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let errors = PublishSubject<Failure>()
        let segments = RetryWhenSegments(sink, source, errors, lifetime)
        let trigger = lifetime.makeChild()
        let triggerSink = TriggerSink<Trigger.Element>(segments, trigger)
        segments.trigger = triggerSink
        handler(errors).asObservable().start(triggerSink, trigger)
        if !lifetime.isDisposed { segments.start(source) }
    }
}

/// What a trigger tells the segments.
private protocol Triggered: AnyObject, Sendable {
    func triggered()
    func triggerEnded(_ end: Termination)
}

/// Keeps the segments while only the trigger can continue them.
private protocol SegmentsKeeper: AnyObject, Sendable {
    func keep(_ segments: (any Triggered)?)
}

// Sendable: see Segments; the turn is in a Mutex; `trigger` is set before anything is subscribed to.
private final class RetryWhenSegments<Element, Failure: Error>: Segments<Element>, Triggered, @unchecked Sendable {
    private enum Turn {
        /// The source runs; the trigger may have ended already.
        case source(triggerEnd: Termination?)
        /// The source has failed and the trigger has not answered yet.
        case trigger
    }

    private let source: Observable<Element>
    private let errors: PublishSubject<Failure>
    private let turn = Mutex(Turn.source(triggerEnd: nil))
    /// Weak: the trigger keeps the segments while the source does not.
    weak var trigger: (any SegmentsKeeper)?

    init(
        _ downstream: Sink<Element>, _ source: Observable<Element>, _ errors: PublishSubject<Failure>,
        _ lifetime: Lifetime
    ) {
        self.source = source
        self.errors = errors
        super.init(downstream, lifetime)
    }

    override func step(after end: Termination) -> SegmentStep {
        guard case .error(let error) = end, let failure = error as? Failure else { return .finish(end) }
        let triggerEnd: Termination? = turn.withLock { turn in
            if case .source(let end?) = turn { return end }
            turn = .trigger
            return nil
        }
        if let triggerEnd { return .finish(triggerEnd) }
        trigger?.keep(self)
        errors.onNext(failure)
        return .wait
    }

    /// The trigger has delivered an element.
    func triggered() {
        if answer(.source(triggerEnd: nil)) { start(source) }
    }

    func triggerEnded(_ end: Termination) {
        if answer(.source(triggerEnd: end)) { take(.finish(end)) }
    }

    /// Takes the turn back; whether it was the trigger's.
    private func answer(_ next: Turn) -> Bool {
        let isAnswer = turn.withLock { turn in
            if case .trigger = turn {
                turn = next
                return true
            }
            // An element that the trigger delivers meanwhile is ignored; its end is not.
            if case .source(.some) = next { turn = next }
            return false
        }
        if isAnswer { trigger?.keep(nil) }
        return isAnswer
    }
}

// Sendable: see Sink; the reference is weak, which the runtime clears atomically; what is kept is in a Mutex.
private final class TriggerSink<Trigger>: Sink<Trigger>, SegmentsKeeper, @unchecked Sendable {
    /// Weak, because the segments keep the subject of the errors, which keeps this sink.
    private weak let segments: (any Triggered)?
    private let kept = Mutex<(any Triggered)?>(nil)
    private let lifetime: Lifetime

    init(_ segments: any Triggered, _ lifetime: Lifetime) {
        self.segments = segments
        self.lifetime = lifetime
    }

    func keep(_ segments: (any Triggered)?) {
        let former = kept.withLock { kept in
            defer { kept = segments }
            return kept
        }
        withExtendedLifetime(former) {}
    }

    override func next(_ element: Trigger) { segments?.triggered() }

    override func error(_ error: any Error) { ended(.error(error)) }
    override func completed() { ended(.completed) }

    private func ended(_ end: Termination) {
        guard lifetime.stop() else { return }
        segments?.triggerEnded(end)
        lifetime.dispose()
    }
}
