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
        handler(errors).asObservable().start(
            TriggerSink<Element, Failure, Trigger>(segments, trigger), trigger)
        if !lifetime.isDisposed { segments.start(source) }
    }
}

// Safe to share: see Segments; whose turn it is is in a Mutex.
private final class RetryWhenSegments<Element, Failure: Error>: Segments<Element>, @unchecked Sendable {
    private enum Turn {
        /// The source runs; the trigger may have ended already.
        case source(triggerEnd: Event<Never>?)
        /// The source has failed and the trigger has not answered yet.
        case trigger
    }

    private let source: Observable<Element>
    private let errors: PublishSubject<Failure>
    private let turn = Mutex(Turn.source(triggerEnd: nil))

    init(
        _ downstream: Sink<Element>, _ source: Observable<Element>, _ errors: PublishSubject<Failure>,
        _ lifetime: Lifetime
    ) {
        self.source = source
        self.errors = errors
        super.init(downstream, lifetime)
    }

    override func failed(_ error: any Error) {
        guard let failure = error as? Failure else { return downstream.error(error) }
        let end: Event<Never>? = turn.withLock { turn in
            if case .source(let end?) = turn { return end }
            turn = .trigger
            return nil
        }
        if let end { return finish(end) }
        errors.onNext(failure)
    }

    func triggered() {
        let isAnswer = turn.withLock { turn in
            guard case .trigger = turn else { return false }
            turn = .source(triggerEnd: nil)
            return true
        }
        if isAnswer { start(source) }
    }

    func triggerEnded(_ end: Event<Never>) {
        let isAnswer = turn.withLock { turn in
            if case .trigger = turn { return true }
            turn = .source(triggerEnd: end)
            return false
        }
        if isAnswer { finish(end) }
    }

    private func finish(_ end: Event<Never>) {
        if let error = end.error { downstream.error(error) } else { downstream.completed() }
    }
}

// Safe to hand between threads: see Sink.
private final class TriggerSink<Element, Failure: Error, Trigger: ObservableType>: Sink<Trigger.Element>,
    @unchecked Sendable
{
    private let segments: RetryWhenSegments<Element, Failure>
    private let lifetime: Lifetime

    init(_ segments: RetryWhenSegments<Element, Failure>, _ lifetime: Lifetime) {
        self.segments = segments
        self.lifetime = lifetime
    }

    override func next(_ element: Trigger.Element) { segments.triggered() }

    override func error(_ error: any Error) {
        guard lifetime.stop() else { return }
        segments.triggerEnded(.error(error))
        lifetime.dispose()
    }

    override func completed() {
        guard lifetime.stop() else { return }
        segments.triggerEnded(.completed)
        lifetime.dispose()
    }
}
