/// Subscribes to its source anew whenever a stream made of its errors delivers an element.
// Safe to share: see Observable.
final class RetryWhen<Element, Trigger: ObservableType>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let handler: @Sendable (Observable<any Error>) -> Trigger

    init(_ source: Observable<Element>, _ handler: @escaping @Sendable (Observable<any Error>) -> Trigger) {
        self.source = source
        self.handler = handler
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let errors = PublishSubject<any Error>()
        let stage = RetryWhenSink(sink, source, errors, lifetime)
        handler(errors.asObservable()).asObservable().start(TriggerSink<Element, Trigger>(stage), lifetime.makeChild())
        if !lifetime.isDisposed { stage.start() }
    }
}

// Safe to hand between threads: see Sink. The source is silent while the trigger decides.
private final class RetryWhenSink<Element>: Stage<Element, Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let errors: PublishSubject<any Error>
    private let segments: Segments<Element>

    init(
        _ downstream: Sink<Element>, _ source: Observable<Element>, _ errors: PublishSubject<any Error>,
        _ lifetime: Lifetime
    ) {
        self.source = source
        self.errors = errors
        segments = Segments(lifetime)
        super.init(downstream)
    }

    func start() { segments.start(source, self) }

    override func next(_ element: Element) { downstream.next(element) }
    override func error(_ error: any Error) { errors.onNext(error) }
}

// Safe to hand between threads: see Sink.
private final class TriggerSink<Element, Trigger: ObservableType>: Sink<Trigger.Element>, @unchecked Sendable {
    private let stage: RetryWhenSink<Element>

    init(_ stage: RetryWhenSink<Element>) { self.stage = stage }

    override func next(_ element: Trigger.Element) { stage.start() }
    override func error(_ error: any Error) { stage.downstream.error(error) }
    override func completed() { stage.downstream.completed() }
}
