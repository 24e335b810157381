extension ObservableType {
    /// Delivers an element when `dueTime` has passed without another one.
    /// ```
    /// source         ab-----c|
    /// debounce(3)    ----b---(c|)
    /// ```
    /// *Ends* with the source; an element that waits is delivered before the completion, and dropped by an error.
    /// *Runs on* `scheduler`, and on the source's thread at the end. *Keeps* one element.
    public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        Timed(asObservable()) { DebounceSink($0, dueTime, scheduler, $1) }
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class DebounceSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let serializer = Serializer()
    private let downstream: Sink<Element>
    private let dueTime: RxTimeInterval
    private let scheduler: any SchedulerType
    private let timer = SerialDisposable()
    private var waiting: Element?
    private var id: UInt64 = 0
    private var hasEnded = false

    init(_ downstream: Sink<Element>, _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType, _ lifetime: Lifetime) {
        self.downstream = downstream
        self.dueTime = dueTime
        self.scheduler = scheduler
        super.init()
        lifetime.add(timer)
    }

    override func next(_ element: Element) {
        serializer.perform {
            wait(element)
        } deferred: {
            { self.wait(element) }
        }
    }

    override func error(_ error: any Error) {
        serializer.perform {
            fail(error)
        } deferred: {
            { self.fail(error) }
        }
    }

    override func completed() {
        serializer.perform {
            complete()
        } deferred: {
            { self.complete() }
        }
    }

    private func wait(_ element: Element) {
        guard !hasEnded else { return }
        waiting = element
        id &+= 1
        let id = id
        timer.disposable = scheduler.scheduleRelative((), dueTime: dueTime) { [self] in
            serializer.perform {
                deliver(id)
            } deferred: {
                { self.deliver(id) }
            }
            return Disposables.create()
        }
    }

    private func deliver(_ id: UInt64) {
        guard id == self.id, !hasEnded, let element = waiting.take() else { return }
        downstream.next(element)
    }

    private func fail(_ error: any Error) {
        guard !hasEnded else { return }
        hasEnded = true
        waiting = nil
        downstream.error(error)
        timer.dispose()
    }

    private func complete() {
        guard !hasEnded else { return }
        hasEnded = true
        if let element = waiting.take() { downstream.next(element) }
        downstream.completed()
        timer.dispose()
    }
}
