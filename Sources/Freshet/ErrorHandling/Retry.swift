extension ObservableType {
    /// Resubscribes immediately each time the source fails, without a limit.
    ///
    /// To pause between attempts, use ``retry(_:backoff:scheduler:while:)``.
    /// - Ends: when the source completes; never fails.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    public func retry() -> Observable<Element> { Retry(asObservable(), attempts: .max) }

    /// Resubscribes immediately when the source fails, up to a number of attempts.
    ///
    /// `maxAttemptCount` includes the first attempt; `.max` means no limit.
    /// - Ends: with the first attempt that completes; fails with the error of the last attempt.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    /// - Precondition: `maxAttemptCount` is positive.
    public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
        precondition(maxAttemptCount > 0, "`maxAttemptCount` must be positive.")
        return Retry(asObservable(), attempts: maxAttemptCount)
    }

    /// Resubscribes when a trigger stream, created from the errors of type `Failure`, emits an element.
    ///
    /// An error of another type fails the stream without reaching the trigger; see
    /// ``retry(when:)-((Observable<Error>)->ObservableType)``.
    @preconcurrency
    public func retry<Failure: Error>(
        when notificationHandler: @escaping @Sendable (Observable<Failure>) -> some ObservableType
    ) -> Observable<Element> {
        asObservable().retrying(notificationHandler)
    }

    /// Resubscribes when a trigger stream, created from the source's errors, emits an element.
    ///
    /// Calls `notificationHandler` once for each subscription; the stream that it returns is the trigger. Ignores
    /// elements that the trigger emits while the source runs. If the trigger ends while the source runs, its terminal
    /// event is delivered at the source's next error.
    /// - Ends: when the source completes; after an error, with the trigger.
    /// - Runs on: the source's thread; resubscribes on the trigger's thread.
    /// - Keeps: the subscription after an error, until the trigger emits or ends, or until disposal.
    @preconcurrency
    public func retry(
        when notificationHandler: @escaping @Sendable (Observable<any Error>) -> some ObservableType
    ) -> Observable<Element> {
        asObservable().retrying(notificationHandler)
    }
}

private final class Retry<Element>: Observable<Element>, @unchecked Sendable {
    private let sourceReference: SourceReference
    private var source: Observable<Element> { sourceReference.stream() }
    private let attempts: Int

    init(_ source: Observable<Element>, attempts: Int) {
        sourceReference = SourceReference(source)
        self.attempts = attempts
    }

    override var production: Production { source.production }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        RetryStreams(sink, source, attempts, lifetime).start()
    }
}

private final class RetryStreams<Element>: SequentialStreams<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private var remaining: Int

    init(_ downstream: Sink<Element>, _ source: Observable<Element>, _ attempts: Int, _ lifetime: Lifetime) {
        self.source = source
        remaining = attempts
        super.init(downstream, lifetime)
    }

    override var isEndless: Bool { true }

    func start() { take(attempt()) }

    private func attempt() -> SequentialStep {
        // `.max` means no limit.
        if remaining != .max { remaining -= 1 }
        return .start(source)
    }

    override func step(after end: Termination) -> SequentialStep {
        if case .error = end, remaining > 0 { attempt() } else { .finish(end) }
    }
}
