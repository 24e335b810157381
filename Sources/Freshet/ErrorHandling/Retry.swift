extension ObservableType {
    /// Subscribes anew whenever the source fails, at once and without a bound; see ``retry(when:)-((Observable<Error>)->ObservableType)`` for pauses.
    public func retry() -> Observable<Element> { Retry(asObservable(), attempts: .max) }

    /// Subscribes up to `maxAttemptCount` times in all, the first time included; then the last error fails the stream. Ends with the first attempt that completes.
    /// - Precondition: `maxAttemptCount` is positive.
    public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
        precondition(maxAttemptCount > 0, "\(maxAttemptCount) attempts are none at all.")
        return Retry(asObservable(), attempts: maxAttemptCount)
    }

    /// Subscribes anew whenever the stream that `notificationHandler` makes of the errors delivers an element.
    ///
    /// *Ends* with the source's completion, or as the handler's stream ends: at the error that it answers with its end, or at the next error if
    /// it ends while the source is well. What it delivers meanwhile is ignored. An error of another type than the handler's fails the stream.
    @preconcurrency
    public func retry<Failure: Error>(
        when notificationHandler: @escaping @Sendable (Observable<Failure>) -> some ObservableType
    ) -> Observable<Element> {
        RetryWhen(asObservable(), notificationHandler)
    }

    /// Subscribes anew whenever the stream that `notificationHandler` makes of the errors delivers an element.
    ///
    /// *Ends* with the source's completion, or as the handler's stream ends: at the error that it answers with its end, or at the next error if
    /// it ends while the source is well. What it delivers meanwhile is ignored.
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
        RetrySegments(sink, source, attempts, lifetime).start()
    }
}

// Safe to share: see Segments.
private final class RetrySegments<Element>: Segments<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private var remaining: Int

    init(_ downstream: Sink<Element>, _ source: Observable<Element>, _ attempts: Int, _ lifetime: Lifetime) {
        self.source = source
        remaining = attempts
        super.init(downstream, lifetime)
    }

    func start() { take(attempt()) }

    private func attempt() -> SegmentStep {
        // The largest number stands for no bound.
        if remaining != .max { remaining -= 1 }
        return .start(source)
    }

    override func step(after end: Termination) -> SegmentStep {
        if case .error = end, remaining > 0 { attempt() } else { .finish(end) }
    }
}
