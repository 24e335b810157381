public import Dispatch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ObservableType {
    /// Delivers an element at once, and then no more than one every `dueTime`; with `latest`, the newest one that was held back comes when it may.
    /// ```
    /// source                         a-b-c----d|
    /// throttle(4)                    a---c----(d|)
    /// throttle(4, latest: false)     a--------d|
    /// ```
    /// *Ends* with the source; with `latest`, a completion waits for the element that is held back. *Keeps* one element.
    public func throttle(
        _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
    ) -> Observable<Element> where Element: Sendable {
        let source = asObservable()
        return ThrottleSource(source, dueTime, latest: latest, scheduler)
    }
}

// Safe to share: see Observable.
private final class ThrottleSource<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let dueTime: RxTimeInterval
    private let latest: Bool
    private let scheduler: any SchedulerType

    init(_ source: Observable<Element>, _ dueTime: RxTimeInterval, latest: Bool, _ scheduler: any SchedulerType) {
        self.source = source
        self.dueTime = dueTime
        self.latest = latest
        self.scheduler = scheduler
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let upstream = lifetime.makeChild()
        let stage = SerializedStage(sink, lifetime)
        source.run(ThrottleInlet(stage, upstream, dueTime, latest: latest, scheduler), upstream)
    }
}

// Sendable: see SerializedInlet.
private final class ThrottleInlet<Element: Sendable>: SerializedInlet<Element, SerializedStage<Element>>,
    @unchecked Sendable
{
    private let dueTime: RxTimeInterval
    private let latest: Bool
    private let timer: StageTimer
    private let heldBack = Latest<Element>()
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
        if wait <= 0 { return send(element) }
        guard latest else { return }
        let isTimerRunning = heldBack.isPresent
        heldBack.replace(with: element)
        if !isTimerRunning { timer.start(after: RxTimeInterval(seconds: wait), in: stage) { self.sendHeldBack() } }
    }

    private func send(_ element: Element) {
        timer.cancel()
        heldBack.clear()
        // An element that comes in reaction falls within the pause already.
        sinceLast.restart()
        stage.emit(element)
        // The pause begins once the element has been delivered, so that a slow subscriber can keep up.
        sinceLast.restart()
    }

    private func sendHeldBack() {
        if heldBack.isPresent { send(heldBack.take()) }
        if isSourceDone { stage.complete() }
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
