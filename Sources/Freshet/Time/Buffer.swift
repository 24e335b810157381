extension ObservableType {
    /// Collects elements into arrays by count and by time.
    ///
    /// Emits an array once it holds `count` elements, or once `timeSpan` has passed since the last array. An array may
    /// be empty.
    /// ```
    /// source          -a-b--c------|
    /// buffer(4, 2)    ---[ab]---[c]---[](…)
    /// ```
    /// - Ends: with the source, after the current array; an error drops that array.
    /// - Runs on: the source's thread; `scheduler` when `timeSpan` has passed.
    /// - Keeps: up to `count` elements.
    /// - Precondition: `count` is positive.
    public func buffer(
        timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType
    ) -> Observable<[Element]> where Element: Sendable {
        precondition(count > 0, "`count` must be positive.")
        let scheduler = scheduler.forStreams
        return asObservable().staged {
            BufferSink(BufferStage($0, $1, timeSpan, count, scheduler, deliversEmpty: true), $2)
        }
    }

    /// Collects elements into arrays by count and by time, without empty arrays.
    ///
    /// Emits an array once it holds `count` elements, or once `period` has passed since the last array.
    /// - Ends: with the source, after the current array; an error drops that array.
    /// - Runs on: the source's thread; `scheduler` when `period` has passed.
    /// - Keeps: up to `count` elements; all elements of a period by default.
    /// - Precondition: `count` is positive.
    @_disfavoredOverload
    public func collect(
        every period: RxTimeInterval, count: Int = .max, scheduler: any SchedulerType
    ) -> Observable<[Element]> where Element: Sendable {
        precondition(count > 0, "`count` must be positive.")
        let scheduler = scheduler.forStreams
        return asObservable().staged {
            BufferSink(BufferStage($0, $1, period, count, scheduler, deliversEmpty: false), $2)
        }
    }
}

private final class BufferStage<Element: Sendable>: SerializedStage<[Element]>, @unchecked Sendable {
    private let timeSpan: RxTimeInterval
    private let count: Int
    private let deliversEmpty: Bool
    private let timer: StageTimer
    private var elements: [Element] = []

    init(
        _ downstream: Sink<[Element]>, _ lifetime: Lifetime, _ timeSpan: RxTimeInterval, _ count: Int,
        _ scheduler: any SchedulerType, deliversEmpty: Bool
    ) {
        self.timeSpan = timeSpan
        self.count = count
        timer = StageTimer(scheduler, lifetime)
        self.deliversEmpty = deliversEmpty
        super.init(downstream, lifetime)
        perform { self.startTimer() }
    }

    func append(_ element: Element) {
        elements.append(element)
        if elements.count == count { deliver() }
    }

    private func startTimer() {
        timer.start(after: timeSpan, in: self) { self.deliver() }
    }

    private func deliver() {
        startTimer()
        emitBuffered()
    }

    private func emitBuffered() {
        let buffered = elements
        elements = []
        if deliversEmpty || !buffered.isEmpty { emit(buffered) }
    }

    func ended(_ end: Termination) {
        timer.cancel()
        if case .completed = end { emitBuffered() }
        finish(end)
        timer.dispose()
    }
}

private final class BufferSink<Element: Sendable>: SerializedSink<Element, BufferStage<Element>>, @unchecked Sendable {
    override func received(_ element: Element) { stage.append(element) }
    override func ended(_ end: Termination) { stage.ended(end) }
}
