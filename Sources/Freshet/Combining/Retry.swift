extension ObservableType {
    /// Subscribes anew whenever the source fails, at once and without a bound; see ``retry(when:)-(_)`` for pauses.
    public func retry() -> Observable<Element> { Retry(asObservable(), attempts: .max) }

    /// Subscribes up to `maxAttemptCount` times in all, the first time included; then the last error fails the stream.
    /// - Precondition: `maxAttemptCount` is positive.
    public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
        precondition(maxAttemptCount > 0, "\(maxAttemptCount) attempts are none at all.")
        return Retry(asObservable(), attempts: maxAttemptCount)
    }

    /// Subscribes anew whenever the stream that `notificationHandler` makes of the errors delivers an element.
    ///
    /// *Ends* with the source's completion, or as the handler's stream ends. Errors of another type than the handler's fail the stream.
    @preconcurrency
    public func retry<Failure: Error>(
        when notificationHandler: @escaping @Sendable (Observable<Failure>) -> some ObservableType
    ) -> Observable<Element> {
        RetryWhen(asObservable()) { (errors: Observable<any Error>) in
            notificationHandler(
                errors.map { error in
                    guard let failure = error as? Failure else { throw error }
                    return failure
                })
        }
    }

    /// Subscribes anew whenever the stream that `notificationHandler` makes of the errors delivers an element.
    ///
    /// *Ends* with the source's completion, or as the handler's stream ends.
    @preconcurrency
    public func retry(
        when notificationHandler: @escaping @Sendable (Observable<any Error>) -> some ObservableType
    ) -> Observable<Element> {
        RetryWhen(asObservable(), notificationHandler)
    }
}

// Safe to share: see Observable.
private final class Retry<Element>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let attempts: Int

    init(_ source: Observable<Element>, attempts: Int) {
        self.source = source
        self.attempts = attempts
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        RetrySink(sink, source, attempts, lifetime).start()
    }
}

// Safe to hand between threads: see Sink.
private final class RetrySink<Element>: Stage<Element, Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let segments: Segments<Element>
    private var remaining: Int

    init(_ downstream: Sink<Element>, _ source: Observable<Element>, _ attempts: Int, _ lifetime: Lifetime) {
        self.source = source
        segments = Segments(lifetime)
        remaining = attempts
        super.init(downstream)
    }

    func start() {
        remaining -= 1
        segments.start(source, self)
    }

    override func next(_ element: Element) { downstream.next(element) }

    override func error(_ error: any Error) {
        if remaining > 0 { start() } else { downstream.error(error) }
    }
}
