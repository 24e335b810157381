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
        lifetime.add(listeners)
        // The source goes on for the windows' subscribers when nobody subscribes to the stream of windows any more.
        let stage = WindowStage(GuardedSink(sink, lifetime), upstream, timeSpan, count, scheduler, listeners)
        stage.perform { stage.begin() }
        if upstream.isDisposed { return }
        let sourceLifetime = upstream.makeChild()
        source.run(WindowInlet(stage, sourceLifetime), sourceLifetime)
    }
}

// Sendable: see SerializedStage.
private final class WindowStage<Element: Sendable>: SerializedStage<Observable<Element>>, @unchecked Sendable {
    private let timeSpan: RxTimeInterval
    private let count: Int
    private let listeners: RefCountDisposable
    private let timer: StageTimer
    private var window = PublishSubject<Element>()
    private var size = 0

    init(
        _ downstream: Sink<Observable<Element>>, _ lifetime: Lifetime, _ timeSpan: RxTimeInterval, _ count: Int,
        _ scheduler: any SchedulerType, _ listeners: RefCountDisposable
    ) {
        self.timeSpan = timeSpan
        self.count = count
        self.listeners = listeners
        timer = StageTimer(scheduler, lifetime)
        super.init(downstream, lifetime)
    }

    /// Delivers the window that is open, and closes it when its time has passed.
    func begin() {
        timer.start(after: timeSpan, in: self) { self.renewWindow() }
        emit(CountedListener(window, listeners))
    }

    func append(_ element: Element) {
        size += 1
        let isLast = size == count
        window.onNext(element)
        if isLast { renewWindow() }
    }

    private func renewWindow() {
        let full = window
        size = 0
        window = PublishSubject()
        full.onCompleted()
        begin()
    }

    func ended(_ end: Termination) {
        window.on(end.event())
        finish(end)
        lifetime.dispose()
    }
}

// Sendable: see SerializedInlet.
private final class WindowInlet<Element: Sendable>: SerializedInlet<Element, WindowStage<Element>>, @unchecked Sendable
{
    override func received(_ element: Element) { stage.append(element) }
    override func ended(_ end: Termination) { stage.ended(end) }
}
