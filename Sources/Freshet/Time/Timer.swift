extension ObservableType where Element: FixedWidthInteger & SendableMetatype {
    /// Emits 0, 1, 2, … at intervals of `period`, starting after one period.
    ///
    /// After the largest value, it wraps around to the smallest.
    /// - Ends: never.
    /// - Runs on: `scheduler`.
    /// - Keeps: nothing.
    public static func interval(_ period: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        Ticker(after: period, period: period, scheduler)
    }

    /// Emits 0 after `dueTime`, then completes.
    ///
    /// With a `period`, it continues with 1, 2, … and never completes.
    /// - Ends: after its element; with a `period`, never.
    /// - Runs on: `scheduler`.
    /// - Keeps: nothing.
    public static func timer(
        _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
    ) -> Observable<Element> {
        Ticker(after: dueTime, period: period, scheduler)
    }
}

private final class Ticker<Element: FixedWidthInteger & SendableMetatype>: Observable<Element>, @unchecked Sendable {
    private let dueTime: RxTimeInterval
    private let period: RxTimeInterval?
    private let scheduler: any SchedulerType

    init(after dueTime: RxTimeInterval, period: RxTimeInterval?, _ scheduler: any SchedulerType) {
        self.dueTime = dueTime
        self.period = period
        self.scheduler = scheduler.forStreams
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        guard let period else {
            lifetime.add(
                scheduler.scheduleOnce(after: dueTime) {
                    if lifetime.hasEnded { return }
                    sink.next(0)
                    sink.completed()
                })
            return
        }
        // The scheduler may keep its work after disposal.
        let stage = ObserverStage(sink, lifetime)
        let observer = SerializedObserverSink(stage)
        let work = scheduler.schedulePeriodic(Element.zero, startAfter: dueTime, period: period) { count in
            observer.next(count)
            return count &+ 1
        }
        lifetime.add(ObserverRelease(stage, work))
    }
}
