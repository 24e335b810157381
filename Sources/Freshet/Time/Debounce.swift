extension ObservableType {
    /// Emits an element once `dueTime` has passed without another element.
    /// ```
    /// source         ab-----c|
    /// debounce(3)    ----b---(c|)
    /// ```
    /// - Ends: with the source, after the waiting element; an error drops that element.
    /// - Runs on: `scheduler`; at completion, the source's thread.
    /// - Keeps: the newest element until it is due.
    public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        let scheduler = scheduler.forStreams
        return asObservable().staged { DebounceSink(SerializedStage($0, $1), $2, dueTime, scheduler) }
    }
}

private final class DebounceSink<Element: Sendable>: SerializedSink<Element, SerializedStage<Element>>,
    @unchecked Sendable
{
    private let dueTime: RxTimeInterval
    private let timer: StageTimer
    private let waiting = LatestValue<Element>()

    init(
        _ stage: SerializedStage<Element>, _ upstream: Lifetime, _ dueTime: RxTimeInterval,
        _ scheduler: any SchedulerType
    ) {
        self.dueTime = dueTime
        timer = StageTimer(scheduler, stage.lifetime)
        super.init(stage, upstream)
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
