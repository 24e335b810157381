extension ObservableType {
    /// Delivers elements in arrays: one whenever `count` have come, or when `timeSpan` has passed since the last one, which may be empty.
    /// ```
    /// source          -a-b--c------|
    /// buffer(4, 2)    ---[ab]---[c]---[](…)
    /// ```
    /// *Ends* with the source, behind an array of what has come; fails with it, dropping that. *Runs on* the source's threads and `scheduler`. *Keeps* up to `count` elements.
    /// - Precondition: `count` is positive.
    public func buffer(
        timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
    ) -> Observable<[Element]> where Element: Sendable {
        precondition(count > 0, "An array of \(count) elements is never full.")
        return Timed(asObservable()) { BufferSink($0, timeSpan, count, scheduler, deliversEmpty: true, $1) }
    }

    /// Delivers elements in arrays: one whenever `count` have come, or when `period` has passed since the last one; none of them is empty.
    ///
    /// Otherwise as ``buffer(timeSpan:count:scheduler:)-(RxTimeInterval,_,_)``.
    /// - Precondition: `count` is positive.
    public func collect(
        every period: RxTimeInterval, count: Int = .max, scheduler: any SchedulerType
    ) -> Observable<[Element]> where Element: Sendable {
        precondition(count > 0, "An array of \(count) elements is never full.")
        return Timed(asObservable()) { BufferSink($0, period, count, scheduler, deliversEmpty: false, $1) }
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class BufferSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let serializer = Serializer()
    private let downstream: Sink<[Element]>
    private let timeSpan: RxTimeInterval
    private let count: Int
    private let scheduler: any SchedulerType
    private let deliversEmpty: Bool
    private let timer = SerialDisposable()
    private var elements: [Element] = []
    private var id: UInt64 = 0
    private var hasEnded = false

    init(
        _ downstream: Sink<[Element]>, _ timeSpan: RxTimeInterval, _ count: Int, _ scheduler: any SchedulerType,
        deliversEmpty: Bool, _ lifetime: Lifetime
    ) {
        self.downstream = downstream
        self.timeSpan = timeSpan
        self.count = count
        self.scheduler = scheduler
        self.deliversEmpty = deliversEmpty
        super.init()
        lifetime.add(timer)
        // Inside, since the timer may fire, and be renewed, before the scheduler has returned what cancels it.
        serializer.perform {
            startTimer()
        } deferred: {
            { self.startTimer() }
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
        serializer.perform {
            end(.error(error))
        } deferred: {
            { self.end(.error(error)) }
        }
    }

    override func completed() {
        serializer.perform {
            end(.completed)
        } deferred: {
            { self.end(.completed) }
        }
    }

    private func accept(_ element: Element) {
        if hasEnded { return }
        elements.append(element)
        if elements.count == count { deliver() }
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
        if id == self.id, !hasEnded { deliver() }
    }

    private func deliver() {
        startTimer()
        let full = elements
        elements = []
        if deliversEmpty || !full.isEmpty { downstream.next(full) }
    }

    private func end(_ end: Termination) {
        if hasEnded { return }
        hasEnded = true
        let last = elements
        elements = []
        if case .completed = end, deliversEmpty || !last.isEmpty { downstream.next(last) }
        downstream.finish(end)
        timer.dispose()
    }
}
