extension ObservableType {
    /// Delivers streams of elements: a new one at the subscription, whenever `count` elements have come, and when `timeSpan` has passed; the one before completes.
    ///
    /// *Ends* with the source, behind the window that is open, which ends in the same way. *Runs on* the source's threads and `scheduler`.
    /// A window delivers what comes while it is subscribed to and keeps nothing. The source is given back when neither this nor a window is listened to.
    /// - Precondition: `count` is positive.
    public func window(
        timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
    ) -> Observable<Observable<Element>> where Element: Sendable {
        precondition(count > 0, "A window of \(count) elements is never full.")
        return Window(asObservable(), timeSpan, count, scheduler)
    }
}

// Safe to share: see Observable.
private final class Window<Element: Sendable>: Observable<Observable<Element>>, @unchecked Sendable {
    private let source: Observable<Element>
    private let timeSpan: RxTimeInterval
    private let count: Int
    private let scheduler: any SchedulerType

    init(_ source: Observable<Element>, _ timeSpan: RxTimeInterval, _ count: Int, _ scheduler: any SchedulerType) {
        self.source = source
        self.timeSpan = timeSpan
        self.count = count
        self.scheduler = scheduler
    }

    override func run(_ sink: Sink<Observable<Element>>, _ lifetime: Lifetime) {
        let upstream = Lifetime()
        let listeners = RefCountDisposable(disposable: upstream)
        let stage = WindowSink(sink, timeSpan, count, scheduler, lifetime, upstream, listeners)
        lifetime.add(listeners)
        stage.begin()
        if !upstream.isDisposed { source.run(stage, upstream) }
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class WindowSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let serializer = Serializer()
    private let downstream: Sink<Observable<Element>>
    private let timeSpan: RxTimeInterval
    private let count: Int
    private let scheduler: any SchedulerType
    private let lifetime: Lifetime
    private let upstream: Lifetime
    private let listeners: RefCountDisposable
    private let timer = SerialDisposable()
    private var window = PublishSubject<Element>()
    private var size = 0
    private var id: UInt64 = 0
    private var hasEnded = false

    init(
        _ downstream: Sink<Observable<Element>>, _ timeSpan: RxTimeInterval, _ count: Int,
        _ scheduler: any SchedulerType, _ lifetime: Lifetime, _ upstream: Lifetime, _ listeners: RefCountDisposable
    ) {
        self.downstream = downstream
        self.timeSpan = timeSpan
        self.count = count
        self.scheduler = scheduler
        self.lifetime = lifetime
        self.upstream = upstream
        self.listeners = listeners
        super.init()
        upstream.add(timer)
    }

    /// Delivers the first window.
    func begin() {
        serializer.perform {
            startTimer()
            deliverWindow()
        } deferred: {
            { self.deliverWindow() }
        }
    }

    override func next(_ element: Element) {
        serializer.perform {
            accept(element)
        } deferred: {
            { self.accept(element) }
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

    private func accept(_ element: Element) {
        if hasEnded { return }
        size += 1
        let isLast = size == count
        window.onNext(element)
        if isLast { renewWindow() }
    }

    private func startTimer() {
        id &+= 1
        let id = id
        timer.disposable = scheduler.scheduleRelative((), dueTime: timeSpan) { [self] in
            serializer.perform {
                timeOut(id)
            } deferred: {
                { self.timeOut(id) }
            }
            return Disposables.create()
        }
    }

    private func timeOut(_ id: UInt64) {
        if id == self.id, !hasEnded { renewWindow() }
    }

    private func renewWindow() {
        let full = window
        size = 0
        window = PublishSubject()
        startTimer()
        full.onCompleted()
        deliverWindow()
    }

    private func deliverWindow() {
        if !hasEnded, !lifetime.isDisposed { downstream.next(CountedListener(window, listeners)) }
    }

    private func end(_ end: Termination) {
        if hasEnded { return }
        hasEnded = true
        switch end {
        case .completed: window.onCompleted()
        case .error(let error): window.onError(error)
        }
        if !lifetime.isDisposed { downstream.finish(end) }
        upstream.dispose()
    }
}
