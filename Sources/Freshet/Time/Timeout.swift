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
        let scheduler = scheduler.forStreams
        return ClosureStream { sink, lifetime in
            let streams = SerialLifetime()
            lifetime.add(streams)
            let upstream = streams.renew(demand: lifetime.demand)
            let stage = SerializedStage(sink, lifetime)
            let inlet = TimeoutInlet(
                stage, upstream, dueTime, other, scheduler, streams, endsWithElement: endsWithElement)
            stage.perform { inlet.startTimer() }
            if !upstream.isDisposed { self.run(inlet, upstream) }
        }
    }
}

private final class TimeoutInlet<Element: Sendable>: SerializedInlet<Element, SerializedStage<Element>>,
    @unchecked Sendable
{
    private let dueTime: RxTimeInterval
    private let other: Observable<Element>
    private let streams: SerialLifetime
    private let timer: StageTimer
    private let endsWithElement: Bool

    init(
        _ stage: SerializedStage<Element>, _ upstream: Lifetime, _ dueTime: RxTimeInterval,
        _ other: Observable<Element>, _ scheduler: any SchedulerType, _ streams: SerialLifetime, endsWithElement: Bool
    ) {
        self.endsWithElement = endsWithElement
        self.dueTime = dueTime
        self.other = other
        self.streams = streams
        timer = StageTimer(scheduler, stage.lifetime)
        super.init(stage, upstream)
    }

    func startTimer() {
        timer.start(after: dueTime, in: stage) { self.switchOver() }
    }

    override func received(_ element: Element) {
        // The timer restarts after the delivery: a slow subscriber causes no timeout.
        timer.cancel()
        stage.emit(element)
        if stage.isOpen, !endsWithElement { startTimer() }
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
        let lifetime = streams.renew(demand: stage.lifetime.demand)
        if !lifetime.isDisposed { other.start(stage.downstream, lifetime) }
    }
}
