extension ObservableType {
    /// Resubscribes after a pause when the source fails.
    ///
    /// Makes at most `maxAttempts` consecutive attempts, including the first. `backoff` determines the pauses. Each
    /// element resets the count, so a long-lived stream starts again with the first pause when it fails later.
    /// - Ends: when the source completes; fails with the error of the last attempt, or with the first error for which
    ///   `shouldRetry` is false.
    /// - Runs on: the source's thread; resubscribes on `scheduler`.
    /// - Keeps: nothing.
    /// - Precondition: `maxAttempts` is positive.
    @_disfavoredOverload
    @preconcurrency
    public func retry(
        _ maxAttempts: Int = .max, backoff: Backoff, scheduler: any SchedulerType,
        while shouldRetry: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> Observable<Element> where Element: Sendable {
        precondition(maxAttempts > 0, "`maxAttempts` must be positive.")
        return RetryWithBackoff(asObservable(), maxAttempts, backoff, scheduler, shouldRetry)
    }

    /// Resubscribes after a pause on `clock` when the source fails; see ``retry(_:backoff:scheduler:while:)``.
    @_disfavoredOverload
    @preconcurrency
    public func retry<C: Clock>(
        _ maxAttempts: Int = .max, backoff: Backoff, clock: C = ContinuousClock(),
        while shouldRetry: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        retry(maxAttempts, backoff: backoff, scheduler: ClockScheduler(clock), while: shouldRetry)
    }
}

extension PrimitiveSequence {
    /// Resubscribes after a pause when the stream fails; see ``ObservableType/retry(_:backoff:scheduler:while:)``.
    @_disfavoredOverload
    @preconcurrency
    public func retry(
        _ maxAttempts: Int = .max, backoff: Backoff, scheduler: any SchedulerType,
        while shouldRetry: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        PrimitiveSequence(source.retry(maxAttempts, backoff: backoff, scheduler: scheduler, while: shouldRetry))
    }

    /// Resubscribes after a pause on `clock` when the stream fails; see
    /// ``ObservableType/retry(_:backoff:scheduler:while:)``.
    @_disfavoredOverload
    @preconcurrency
    public func retry<C: Clock>(
        _ maxAttempts: Int = .max, backoff: Backoff, clock: C = ContinuousClock(),
        while shouldRetry: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> PrimitiveSequence<Trait, Element> where C.Duration == Duration, Element: Sendable {
        retry(maxAttempts, backoff: backoff, scheduler: ClockScheduler(clock), while: shouldRetry)
    }
}

private final class RetryWithBackoff<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let sourceReference: SourceReference
    private var source: Observable<Element> { sourceReference.stream() }
    private let maxAttempts: Int
    private let backoff: Backoff
    private let scheduler: any SchedulerType
    private let shouldRetry: @Sendable (any Error) -> Bool

    init(
        _ source: Observable<Element>, _ maxAttempts: Int, _ backoff: Backoff, _ scheduler: any SchedulerType,
        _ shouldRetry: @escaping @Sendable (any Error) -> Bool
    ) {
        sourceReference = SourceReference(source)
        self.maxAttempts = maxAttempts
        self.backoff = backoff
        self.scheduler = scheduler.forStreams
        self.shouldRetry = shouldRetry
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let counter = FailureCounter<Element>(sink)
        BackoffStreams(counter, lifetime, self).start(source)
    }

    /// Returns the next attempt after `error`, which follows `failures` consecutive failures; nil if the stream must
    /// fail with `error`.
    fileprivate func nextAttempt(after failures: Int, _ error: any Error) -> Observable<Element>? {
        guard failures < maxAttempts - 1, shouldRetry(error) else { return nil }
        return source.delaySubscription(RxTimeInterval(backoff.pause(after: failures)), scheduler: scheduler)
    }
}

private final class BackoffStreams<Element: Sendable>: SequentialStreams<Element>, @unchecked Sendable {
    private let counter: FailureCounter<Element>
    private let retry: RetryWithBackoff<Element>

    init(_ counter: FailureCounter<Element>, _ lifetime: Lifetime, _ retry: RetryWithBackoff<Element>) {
        self.counter = counter
        self.retry = retry
        super.init(counter, lifetime)
    }

    override func step(after end: Termination) -> SequentialStep {
        guard case .error(let error) = end, let next = retry.nextAttempt(after: counter.failures, error) else {
            return .finish(end)
        }
        counter.failures += 1
        return .start(next)
    }
}

// Sendable: see Sink; `failures` changes only between two attempts or when an element arrives.
/// Counts consecutive failures. An element resets the count.
private final class FailureCounter<Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    var failures = 0

    init(_ downstream: Sink<Element>) { self.downstream = downstream }

    override func next(_ element: Element) {
        failures = 0
        downstream.next(element)
    }
    override func error(_ error: any Error) { downstream.error(error) }
    override func completed() { downstream.completed() }
}
