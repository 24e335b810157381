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
        Timed(asObservable()) { DebounceInlet(SerializedStage($0, $1), dueTime, scheduler) }
    }
}

// Sendable: see SerializedInlet.
private final class DebounceInlet<Element: Sendable>: SerializedInlet<Element, SerializedStage<Element>>,
    @unchecked Sendable
{
    private let dueTime: RxTimeInterval
    private let timer: StageTimer
    private let waiting = Latest<Element>()

    init(_ stage: SerializedStage<Element>, _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType) {
        self.dueTime = dueTime
        timer = StageTimer(scheduler, stage.lifetime)
        super.init(stage)
    }

    override func received(_ element: Element) {
        waiting.replace(with: element)
        timer.start(after: dueTime, in: stage) { self.deliver() }
    }

    private func deliver() {
        if waiting.isPresent { stage.emit(waiting.take()) }
    }

    override func ended(_ end: Termination) {
        timer.cancel()
        if case .completed = end { deliver() }
        stage.finish(end)
        waiting.clear()
        timer.dispose()
    }
}
