extension ObservableType {
    /// Fails with ``RxError/timeout`` when `dueTime` passes without an event, from the subscription or from the last element on.
    public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        timeout(dueTime, other: Observable<Element>.error(RxError.timeout), scheduler: scheduler)
    }

    /// Continues with `other` when `dueTime` passes without an event, from the subscription or from the last element on.
    ///
    /// The source is disposed then. *Runs on* the source's threads; `other` is subscribed to on `scheduler`. *Ends* with the stream that runs.
    public func timeout<Source: ObservableConvertibleType>(
        _ dueTime: RxTimeInterval, other: Source, scheduler: any SchedulerType
    ) -> Observable<Element> where Element: Sendable, Source.Element == Element {
        Timeout(asObservable(), dueTime, other.asObservable(), scheduler)
    }
}

// Safe to share: see Observable.
private final class Timeout<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let dueTime: RxTimeInterval
    private let other: Observable<Element>
    private let scheduler: any SchedulerType

    init(
        _ source: Observable<Element>, _ dueTime: RxTimeInterval, _ other: Observable<Element>,
        _ scheduler: any SchedulerType
    ) {
        self.source = source
        self.dueTime = dueTime
        self.other = other
        self.scheduler = scheduler
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let streams = LifetimeSlot()
        lifetime.add(streams)
        let upstream = streams.renew()
        let stage = TimeoutSink(sink, dueTime, other, scheduler, lifetime, streams, upstream)
        stage.startTimer()
        if !upstream.isDisposed { source.run(stage, upstream) }
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class TimeoutSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let serializer = Serializer()
    private let downstream: Sink<Element>
    private let dueTime: RxTimeInterval
    private let other: Observable<Element>
    private let scheduler: any SchedulerType
    private let streams: LifetimeSlot
    private let upstream: Lifetime
    private let timer = SerialDisposable()
    private var id: UInt64 = 0
    private var hasEnded = false

    init(
        _ downstream: Sink<Element>, _ dueTime: RxTimeInterval, _ other: Observable<Element>,
        _ scheduler: any SchedulerType, _ lifetime: Lifetime, _ streams: LifetimeSlot,
        _ upstream: Lifetime
    ) {
        self.downstream = downstream
        self.dueTime = dueTime
        self.other = other
        self.scheduler = scheduler
        self.streams = streams
        self.upstream = upstream
        super.init()
        lifetime.add(timer)
    }

    func startTimer() {
        id &+= 1
        let id = id
        timer.disposable = scheduler.scheduleRelative((), dueTime: dueTime) { [self] in
            serializer.perform {
                timeOut(id)
            } deferred: {
                { self.timeOut(id) }
            }
            return Disposables.create()
        }
    }

    override func next(_ element: Element) {
        serializer.perform {
            pass(element)
        } deferred: {
            { self.pass(element) }
        }
    }

    override func error(_ error: any Error) {
        guard upstream.stop() else { return }
        serializer.perform {
            end(.error(error))
        } deferred: {
            { self.end(.error(error)) }
        }
    }

    override func completed() {
        guard upstream.stop() else { return }
        serializer.perform {
            end(.completed)
        } deferred: {
            { self.end(.completed) }
        }
    }

    private func pass(_ element: Element) {
        guard !hasEnded else { return }
        // The timer that runs is too late; the new one begins when the element has been dealt with, so that a slow subscriber is no timeout.
        id &+= 1
        downstream.next(element)
        if !hasEnded { startTimer() }
    }

    private func end(_ event: Event<Element>) {
        guard !hasEnded else { return }
        hasEnded = true
        timer.dispose()
        downstream.on(event)
        upstream.dispose()
    }

    private func timeOut(_ id: UInt64) {
        guard id == self.id, !hasEnded else { return }
        hasEnded = true
        other.start(downstream, streams.renew())
    }
}
