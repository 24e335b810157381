extension ObservableType {
    /// Subscribes to the source and disposes it on `scheduler`.
    ///
    /// Events still arrive on the source's thread; see ``observe(on:)-(ImmediateSchedulerType)`` to change it.
    /// - Ends: with the source.
    /// - Runs on: the source's thread; subscribes and disposes on `scheduler`.
    /// - Keeps: nothing.
    @preconcurrency
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> where Element: Sendable {
        let scheduler = scheduler.forStreams
        return ScheduledSubscription(asObservable(), disposedOn: scheduler) { scheduler.schedule((), action: $0) }
    }
}

/// Subscribes to its source when scheduled work runs.
final class ScheduledSubscription<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    typealias Action = @Sendable (()) -> any Disposable

    private let sourceReference: SourceReference
    private var source: Observable<Element> { sourceReference.stream() }
    private let disposer: (any ImmediateSchedulerType)?
    private let schedule: @Sendable (@escaping Action) -> any Disposable

    init(
        _ source: Observable<Element>, disposedOn disposer: (any ImmediateSchedulerType)? = nil,
        _ schedule: @escaping @Sendable (@escaping Action) -> any Disposable
    ) {
        sourceReference = SourceReference(source)
        self.disposer = disposer
        self.schedule = schedule
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let (source, disposer) = (source, disposer)
        let subscription = ReleasableAction {
            if lifetime.hasEnded { return }
            let inner = Lifetime.make(demand: lifetime.demand)
            let disposal: any Disposable =
                disposer.map { ScheduledDisposable(scheduler: $0, disposable: inner) } ?? inner
            lifetime.add(disposal)
            source.start(ScheduledSubscriptionSink(sink, lifetime, inner, disposal), inner)
        }
        lifetime.add(WeakDisposable(subscription))
        lifetime.add(
            schedule {
                subscription.run()
                return Disposables.create()
            })
    }
}

/// Drops events once the chain has ended. The source may be disposed later, on a scheduler.
private final class ScheduledSubscriptionSink<Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let lifetime: Lifetime
    private let inner: Lifetime
    /// Disposes `inner`, on a scheduler if one was given.
    private let disposal: any Disposable

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ inner: Lifetime, _ disposal: any Disposable) {
        self.downstream = downstream
        self.lifetime = lifetime
        self.inner = inner
        self.disposal = disposal
    }

    override func next(_ element: Element) {
        if !lifetime.hasEnded { downstream.next(element) }
    }

    override func error(_ error: any Error) {
        guard inner.stop(), !lifetime.hasEnded else { return }
        downstream.error(error)
        disposal.dispose()
    }

    override func completed() {
        guard inner.stop(), !lifetime.hasEnded else { return }
        downstream.completed()
        disposal.dispose()
    }
}
