public import Dispatch
import FreshetPlatform

extension ObservableType {
    /// Emits an element immediately, then at most one every `dueTime`.
    ///
    /// With `latest`, the newest element that arrives in between is emitted once `dueTime` has passed; otherwise such
    /// elements are dropped. The interval begins once an element has been delivered. It is measured with a monotonic
    /// clock if the scheduler uses the wall clock, and with the scheduler's own clock otherwise.
    /// ```
    /// source                         a-b-c----d|
    /// throttle(4)                    a---c----(d|)
    /// throttle(4, latest: false)     a--------d|
    /// ```
    /// - Ends: with the source; with `latest`, the completion waits for the held-back element, and an error drops it.
    /// - Runs on: the source's thread; `scheduler` for a held-back element.
    /// - Keeps: one element with `latest`; otherwise nothing.
    public func throttle(
        _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
    ) -> Observable<Element> where Element: Sendable {
        let scheduler = scheduler.forStreams
        return asObservable().staged { ThrottleSink(SerializedStage($0, $1), $2, dueTime, latest: latest, scheduler) }
    }
}

private final class ThrottleSink<Element: Sendable>: SerializedSink<Element, SerializedStage<Element>>,
    @unchecked Sendable
{
    /// The longest wait, in seconds, that counts as over: at the end of the interval, rounding leaves a few
    /// nanoseconds.
    private static var roundingError: Double { 0.000_001 }

    private let dueTime: RxTimeInterval
    private let latest: Bool
    private let timer: StageTimer
    private let heldBack = LatestValue<Element>()
    private var sinceLast: Stopwatch
    private var isSourceDone = false

    init(
        _ stage: SerializedStage<Element>, _ upstream: Lifetime, _ dueTime: RxTimeInterval, latest: Bool,
        _ scheduler: any SchedulerType
    ) {
        self.dueTime = dueTime
        self.latest = latest
        timer = StageTimer(scheduler, stage.lifetime)
        sinceLast = Stopwatch(scheduler)
        super.init(stage, upstream)
    }

    override func received(_ element: Element) {
        let wait = sinceLast.elapsed.map { dueTime.seconds - $0 } ?? 0
        if wait < Self.roundingError { return send(element) }
        guard latest else { return }
        let isTimerRunning = heldBack.isPresent
        heldBack.replace(with: element)
        if !isTimerRunning { timer.start(after: RxTimeInterval(seconds: wait), in: stage) { self.sendHeldBack() } }
    }

    private func send(_ element: Element) {
        timer.cancel()
        // A re-entrant element falls within the interval.
        sinceLast.restart()
        heldBack.clear { stage.emit(element) }
        // The interval begins after the delivery, so that a slow subscriber can keep up.
        sinceLast.restart()
    }

    private func sendHeldBack() {
        if heldBack.isPresent { send(heldBack.take()) }
        // The delivery may have sent another element, which comes before the completion.
        if isSourceDone, !heldBack.isPresent { stage.complete() }
    }

    override func ended(_ end: Termination) {
        if case .completed = end, heldBack.isPresent {
            isSourceDone = true
        } else {
            stage.finish(end)
            heldBack.clear()
            timer.dispose()
        }
    }
}
