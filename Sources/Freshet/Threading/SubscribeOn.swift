extension ObservableType {
    /// Subscribes to the source on `scheduler`, and disposes the subscription there.
    ///
    /// Events still come on the source's threads; see ``observe(on:)-(ImmediateSchedulerType)``.
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        ScheduledSubscription(asObservable(), disposedOn: scheduler) { scheduler.schedule((), action: $0) }
    }
}

// Safe to share: see Observable.
/// Subscribes when something scheduled comes to pass.
final class ScheduledSubscription<Element>: Observable<Element>, @unchecked Sendable {
    typealias Action = @Sendable (()) -> any Disposable

    private let source: Observable<Element>
    private let disposer: (any ImmediateSchedulerType)?
    private let schedule: @Sendable (@escaping Action) -> any Disposable

    init(
        _ source: Observable<Element>, disposedOn disposer: (any ImmediateSchedulerType)? = nil,
        _ schedule: @escaping @Sendable (@escaping Action) -> any Disposable
    ) {
        self.source = source
        self.disposer = disposer
        self.schedule = schedule
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let (source, disposer) = (source, disposer)
        lifetime.add(
            schedule {
                if lifetime.isDisposed { return Disposables.create() }
                let inner = Lifetime()
                let disposal: any Disposable =
                    disposer.map { ScheduledDisposable(scheduler: $0, disposable: inner) } ?? inner
                lifetime.add(disposal)
                source.start(ScheduledSubscriptionSink(sink, lifetime, inner, disposal), inner)
                return Disposables.create()
            })
    }
}

// Safe to hand between threads: see Sink.
/// Ends the source's lifetime with the source, and lets nothing pass once the chain has ended: the source may be disposed later, on a scheduler.
private final class ScheduledSubscriptionSink<Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let lifetime: Lifetime
    private let inner: Lifetime
    /// Disposes `inner`, on a scheduler if there is one.
    private let disposal: any Disposable

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ inner: Lifetime, _ disposal: any Disposable) {
        self.downstream = downstream
        self.lifetime = lifetime
        self.inner = inner
        self.disposal = disposal
    }

    override func next(_ element: Element) {
        if !lifetime.isDisposed { downstream.next(element) }
    }

    override func error(_ error: any Error) {
        guard inner.stop(), !lifetime.isDisposed else { return }
        downstream.error(error)
        disposal.dispose()
    }

    override func completed() {
        guard inner.stop(), !lifetime.isDisposed else { return }
        downstream.completed()
        disposal.dispose()
    }
}
