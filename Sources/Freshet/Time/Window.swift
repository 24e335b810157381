extension ObservableType {
    /// Splits the elements into streams by count and by time.
    ///
    /// Emits a window at the subscription, then a new one once the current window has received `count` elements, or
    /// once `timeSpan` has passed since it opened. The previous window completes first. A window replays nothing.
    /// The source is disposed once the stream of windows and every subscription to a window are disposed.
    /// - Ends: with the source, after the open window, which ends the same way.
    /// - Runs on: the source's thread; `scheduler` when `timeSpan` has passed.
    /// - Keeps: nothing.
    /// - Precondition: `count` is positive.
    public func window(
        timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
    ) -> Observable<Observable<Element>> where Element: Sendable {
        precondition(count > 0, "`count` must be positive.")
        let (source, scheduler) = (asObservable(), scheduler.forStreams)
        return ClosureStream { sink, lifetime in
            let upstream = Lifetime()
            let references = RefCountDisposable(disposable: upstream)
            lifetime.add(references)
            // The stream of windows may be disposed while subscribers of its windows still use the source.
            let stage = WindowStage(GuardedSink(sink, lifetime), upstream, timeSpan, count, scheduler, references)
            stage.perform { stage.begin() }
            if upstream.hasEnded { return }
            let sourceLifetime = upstream.makeChild()
            source.run(WindowSink(stage, sourceLifetime), sourceLifetime)
        }
    }
}

private final class WindowStage<Element: Sendable>: SerializedStage<Observable<Element>>, @unchecked Sendable {
    private let timeSpan: RxTimeInterval
    private let count: Int
    private let references: RefCountDisposable
    private let timer: StageTimer
    private var window = PublishSubject<Element>()
    private var size = 0
    /// True if one window is completing and the next one hasn't been emitted yet.
    private var isRenewing = false
    /// The events that subscribers made the source send meanwhile, which belong to the next window.
    private var early = Queue<(WindowStage) -> Void>()
    /// True if a loop, further up the stack, is handling `early`.
    private var isCatchingUp = false

    init(
        _ downstream: Sink<Observable<Element>>, _ lifetime: Lifetime, _ timeSpan: RxTimeInterval, _ count: Int,
        _ scheduler: any SchedulerType, _ references: RefCountDisposable
    ) {
        self.timeSpan = timeSpan
        self.count = count
        self.references = references
        timer = StageTimer(scheduler, lifetime)
        super.init(downstream, lifetime)
    }

    /// Emits the current window, and starts the timer that closes it.
    func begin() {
        timer.start(after: timeSpan, in: self) { self.renewWindow() }
        emit(RefCountedStream(window, references))
    }

    func append(_ element: Element) {
        if mustWait { early.append { $0.accept(element) } } else { accept(element) }
    }

    func ended(_ end: Termination) {
        if mustWait { early.append { $0.finishWindow(end) } } else { finishWindow(end) }
    }

    private var mustWait: Bool { isRenewing || !early.isEmpty }

    private func accept(_ element: Element) {
        size += 1
        let isLast = size == count
        window.onNext(element)
        if isLast { renewWindow() }
    }

    private func finishWindow(_ end: Termination) {
        window.on(end.event())
        finish(end)
        lifetime.dispose()
    }

    private func renewWindow() {
        if isRenewing { return }
        let full = window
        size = 0
        window = PublishSubject()
        isRenewing = true
        full.onCompleted()
        begin()
        isRenewing = false
        if isCatchingUp { return }
        isCatchingUp = true
        while isOpen, let handle = early.popFirst() { handle(self) }
        isCatchingUp = false
    }
}

private final class WindowSink<Element: Sendable>: SerializedSink<Element, WindowStage<Element>>, @unchecked Sendable {
    override func received(_ element: Element) { stage.append(element) }
    override func ended(_ end: Termination) { stage.ended(end) }
}
