extension ObservableType {
    /// Fails with ``RxError/timeout`` if no event arrives within `dueTime`.
    ///
    /// The timer starts at the subscription and restarts after each element has been delivered. It doesn't fire while a
    /// consumer with a bounded buffer pauses the source.
    /// - Ends: with the source; fails with ``RxError/timeout``.
    /// - Runs on: the source's thread; a timeout on `scheduler`.
    /// - Keeps: nothing.
    public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        timeout(dueTime, other: Observable<Element>.error(RxError.timeout), scheduler: scheduler)
    }

    /// Switches to `other` if no event arrives within `dueTime`.
    ///
    /// The timer starts at the subscription and restarts after each element has been delivered. It doesn't fire while a
    /// consumer with a bounded buffer pauses the source. A timeout disposes the source before it subscribes to `other`.
    /// - Ends: with the source; after a timeout, with `other`.
    /// - Runs on: the source's thread; subscribes to `other` on `scheduler`.
    /// - Keeps: nothing.
    public func timeout<Source: ObservableConvertibleType>(
        _ dueTime: RxTimeInterval, other: Source, scheduler: any SchedulerType
    ) -> Observable<Element> where Element: Sendable, Source.Element == Element {
        asObservable().timeout(dueTime, other.asObservable(), scheduler, endsWithElement: false)
    }
}

extension PrimitiveSequence where Element: Sendable {
    /// Switches to `other` if no event arrives within `dueTime`. The element stops the timer: it is the only outcome.
    func timeout(
        _ dueTime: RxTimeInterval, otherSource: Observable<Element>, _ scheduler: any SchedulerType
    ) -> PrimitiveSequence {
        PrimitiveSequence(source.timeout(dueTime, otherSource, scheduler, endsWithElement: true))
    }
}

extension Observable where Element: Sendable {
    fileprivate func timeout(
        _ dueTime: RxTimeInterval, _ other: Observable, _ scheduler: any SchedulerType, endsWithElement: Bool
    ) -> Observable {
        Timeout(self, other, TimeoutTimer(dueTime, scheduler.forStreams, endsWithElement: endsWithElement))
    }
}

/// The due time, scheduler and mode of a timeout.
private struct TimeoutTimer: Sendable {
    let dueTime: RxTimeInterval
    let scheduler: any SchedulerType
    /// True if an element stops the timer, instead of restarting it.
    let endsWithElement: Bool

    init(_ dueTime: RxTimeInterval, _ scheduler: any SchedulerType, endsWithElement: Bool) {
        self.dueTime = dueTime
        self.scheduler = scheduler
        self.endsWithElement = endsWithElement
    }
}

// Sendable: see Observable.
private final class Timeout<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let sourceReference: SourceReference
    private var source: Observable<Element> { sourceReference.stream() }
    private let otherReference: SourceReference
    private var other: Observable<Element> { otherReference.stream() }
    private let timer: TimeoutTimer

    init(_ source: Observable<Element>, _ other: Observable<Element>, _ timer: TimeoutTimer) {
        sourceReference = SourceReference(source)
        otherReference = SourceReference(other)
        self.timer = timer
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let streams = SerialLifetime()
        lifetime.add(streams)
        run(sink, lifetime, streams)
    }

    /// Runs the source as the current one of `streams`.
    func run(_ sink: Sink<Element>, _ lifetime: Lifetime, _ streams: SerialLifetime) {
        let upstream = streams.renew(demand: lifetime.demand)
        let stage = SerializedStage(sink, lifetime)
        let timeoutSink = TimeoutSink(stage, upstream, timer, other, streams)
        stage.perform { timeoutSink.startTimer() }
        if !upstream.hasEnded { source.run(timeoutSink, upstream) }
    }
}

private final class TimeoutSink<Element: Sendable>: SerializedSink<Element, SerializedStage<Element>>,
    @unchecked Sendable
{
    private let other: Observable<Element>
    private let streams: SerialLifetime
    private let settings: TimeoutTimer
    private let timer: StageTimer

    init(
        _ stage: SerializedStage<Element>, _ upstream: Lifetime, _ settings: TimeoutTimer,
        _ other: Observable<Element>, _ streams: SerialLifetime
    ) {
        self.settings = settings
        self.other = other
        self.streams = streams
        // Not with the stage's lifetime, which streams that poll by recursion share.
        timer = StageTimer(settings.scheduler, upstream)
        super.init(stage, upstream)
    }

    func startTimer() {
        timer.start(after: settings.dueTime, in: stage) { self.switchOver() }
    }

    override func received(_ element: Element) {
        // The timer restarts after the delivery: a slow subscriber causes no timeout.
        timer.cancel()
        stage.emit(element)
        if stage.isOpen, !settings.endsWithElement { startTimer() }
    }

    override func ended(_ end: Termination) {
        timer.dispose()
        stage.finish(end)
    }

    private func switchOver() {
        // A paused source isn't late: the timer restarts when the consumer has room.
        if stage.lifetime.isPaused {
            return stage.lifetime.whenRenewed { [self] in stage.perform { self.startTimer() } }
        }
        guard stage.close() else { return }
        streams.clear()
        startOther()
    }

    /// Starts the other stream in place of the source.
    ///
    /// If it has a timeout itself, it takes this stage's place, so that streams that poll by recursion don't nest.
    private func startOther() {
        let (downstream, lifetime) = (stage.downstream, stage.lifetime)
        var stream = other
        while !lifetime.hasEnded {
            if let timeout = stream as? Timeout<Element> {
                return Trampoline.run { timeout.run(downstream, lifetime, streams) }
            }
            switch stream.begin(downstream, lifetime, .part) {
            case .continued(let next): stream = unsafeDowncast(next, to: Observable<Element>.self)
            case .ended(let end): return downstream.finish(end)
            case .none:
                let upstream = streams.renew(demand: lifetime.demand)
                if !upstream.hasEnded { stream.start(downstream, upstream) }
                return
            }
        }
    }
}
