extension ObservableType {
    /// Subscribes anew when the source has failed, after a pause that `backoff` tells, up to `maxAttempts` times in a row.
    ///
    /// An element puts the count back, so that a long-lived stream which fails now and then waits only as long as after a first failure.
    /// *Ends* with the source; fails with its error at the last attempt, or at once if `isWorthwhile` says that another attempt is not. *Runs on* `scheduler` after a pause.
    /// - Precondition: `maxAttempts` is positive.
    @preconcurrency
    public func retry(
        _ maxAttempts: Int = .max, backoff: Backoff, scheduler: any SchedulerType,
        while isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> Observable<Element> {
        precondition(maxAttempts > 0, "\(maxAttempts) attempts are none at all.")
        return RetryWithBackoff(asObservable(), maxAttempts, backoff, scheduler, isWorthwhile)
    }

    /// The same with pauses on `clock`; see ``retry(_:backoff:scheduler:while:)``.
    @preconcurrency
    public func retry<C: Clock>(
        _ maxAttempts: Int = .max, backoff: Backoff, clock: C = ContinuousClock(),
        while isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> Observable<Element> where C.Duration == Duration {
        retry(maxAttempts, backoff: backoff, scheduler: ClockScheduler(clock), while: isWorthwhile)
    }
}

extension PrimitiveSequence {
    /// Subscribes anew when this has failed, after a pause; see ``ObservableType/retry(_:backoff:scheduler:while:)``.
    @preconcurrency
    public func retry(
        _ maxAttempts: Int = .max, backoff: Backoff, scheduler: any SchedulerType,
        while isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(source.retry(maxAttempts, backoff: backoff, scheduler: scheduler, while: isWorthwhile))
    }

    /// Subscribes anew when this has failed, after a pause on `clock`; see ``ObservableType/retry(_:backoff:scheduler:while:)``.
    @preconcurrency
    public func retry<C: Clock>(
        _ maxAttempts: Int = .max, backoff: Backoff, clock: C = ContinuousClock(),
        while isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> PrimitiveSequence<Trait, Element> where C.Duration == Duration {
        retry(maxAttempts, backoff: backoff, scheduler: ClockScheduler(clock), while: isWorthwhile)
    }
}

// Safe to share: see Observable.
private final class RetryWithBackoff<Element>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let maxAttempts: Int
    private let backoff: Backoff
    private let scheduler: any SchedulerType
    private let isWorthwhile: @Sendable (any Error) -> Bool

    init(
        _ source: Observable<Element>, _ maxAttempts: Int, _ backoff: Backoff, _ scheduler: any SchedulerType,
        _ isWorthwhile: @escaping @Sendable (any Error) -> Bool
    ) {
        self.source = source
        self.maxAttempts = maxAttempts
        self.backoff = backoff
        self.scheduler = scheduler
        self.isWorthwhile = isWorthwhile
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let counter = FailureCounter<Element>(sink)
        BackoffSegments(counter, lifetime, self).start(source)
    }

    /// What comes after so many failures in a row; nil if nothing does.
    fileprivate func nextAttempt(after failures: Int, _ error: any Error) -> Observable<Element>? {
        guard failures < maxAttempts - 1, isWorthwhile(error) else { return nil }
        return source.delaySubscription(RxTimeInterval(backoff.pause(after: failures)), scheduler: scheduler)
    }
}

// Safe to share: see Segments.
private final class BackoffSegments<Element>: Segments<Element>, @unchecked Sendable {
    private let counter: FailureCounter<Element>
    private let retry: RetryWithBackoff<Element>

    init(_ counter: FailureCounter<Element>, _ lifetime: Lifetime, _ retry: RetryWithBackoff<Element>) {
        self.counter = counter
        self.retry = retry
        super.init(counter, lifetime)
    }

    override func step(after end: Termination) -> SegmentStep {
        guard case .error(let error) = end, let next = retry.nextAttempt(after: counter.failures, error) else {
            return .finish(end)
        }
        counter.failures += 1
        return .start(next)
    }
}

// Safe to hand between threads: see Sink; a failure is counted between the last event of one attempt and the first of the next.
/// Forgets the failures when an element comes.
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
