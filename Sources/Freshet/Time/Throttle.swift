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
        source.run(
            ThrottleSink(sink, dueTime, latest: latest, scheduler, timer: lifetime, upstream: upstream), upstream)
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class ThrottleSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let serializer = Serializer()
    private let downstream: Sink<Element>
    private let dueTime: RxTimeInterval
    private let latest: Bool
    private let scheduler: any SchedulerType
    private let upstream: Lifetime
    private let timer = SerialDisposable()
    private var lastSent: RxTime?
    private var heldBack: Element?
    private var isSourceDone = false
    private var hasEnded = false

    init(
        _ downstream: Sink<Element>, _ dueTime: RxTimeInterval, latest: Bool, _ scheduler: any SchedulerType,
        timer lifetime: Lifetime, upstream: Lifetime
    ) {
        self.downstream = downstream
        self.dueTime = dueTime
        self.latest = latest
        self.scheduler = scheduler
        self.upstream = upstream
        super.init()
        lifetime.add(timer)
    }

    override func next(_ element: Element) {
        serializer.perform {
            accept(element)
        } deferred: {
            { self.accept(element) }
        }
    }

    override func error(_ error: any Error) {
        guard upstream.stop() else { return }
        serializer.perform {
            fail(error)
        } deferred: {
            { self.fail(error) }
        }
    }

    override func completed() {
        guard upstream.stop() else { return }
        serializer.perform {
            sourceCompleted()
        } deferred: {
            { self.sourceCompleted() }
        }
    }

    private func accept(_ element: Element) {
        guard !hasEnded else { return }
        let now = scheduler.now
        let wait = lastSent.map { dueTime.seconds - now.timeIntervalSince($0) } ?? 0
        if wait <= 0 { return send(element) }
        guard latest else { return }
        let isTimerRunning = heldBack != nil
        heldBack = element
        if isTimerRunning { return }
        timer.disposable = scheduler.scheduleRelative((), dueTime: RxTimeInterval(seconds: wait)) { [self] in
            serializer.perform {
                sendHeldBack()
            } deferred: {
                { self.sendHeldBack() }
            }
            return Disposables.create()
        }
    }

    private func send(_ element: Element) {
        heldBack = nil
        downstream.next(element)
        // The pause begins when the element has been dealt with, so that a slow subscriber gets room to breathe.
        lastSent = scheduler.now
    }

    private func sendHeldBack() {
        guard !hasEnded, let element = heldBack else { return }
        send(element)
        if isSourceDone { complete() }
    }

    private func sourceCompleted() {
        isSourceDone = true
        upstream.dispose()
        if heldBack == nil { complete() }
    }

    private func complete() {
        guard !hasEnded else { return }
        hasEnded = true
        downstream.completed()
    }

    private func fail(_ error: any Error) {
        guard !hasEnded else { return }
        hasEnded = true
        heldBack = nil
        downstream.error(error)
        timer.dispose()
    }
}
