public import Freshet

// Safe to share: see VirtualTimeScheduler; the fields of its own never change.
/// A scheduler for tests, whose time is whole ticks of one second each.
public class TestScheduler: VirtualTimeScheduler<TestSchedulerVirtualTimeConverter>, @unchecked Sendable {
    /// The times that ``start(_:)`` uses.
    public enum Defaults {
        /// When the stream is made.
        public static let created = 100
        /// When it is subscribed to.
        public static let subscribed = 200
        /// When the subscription is disposed.
        public static let disposed = 1000
    }

    private let simulateProcessingDelay: Bool

    /// A scheduler whose clock stands at `initialClock`.
    /// - Parameters:
    ///   - initialClock: The tick that it begins at.
    ///   - resolution: The seconds in a tick.
    ///   - simulateProcessingDelay: Whether work scheduled for now or earlier runs one tick later, as RxSwift's does.
    public init(initialClock: TestTime, resolution: Double = 1.0, simulateProcessingDelay: Bool = true) {
        self.simulateProcessingDelay = simulateProcessingDelay
        super.init(initialClock: initialClock, converter: TestSchedulerVirtualTimeConverter(resolution: resolution))
    }

    /// A stream whose events come at these times, whoever listens. It ends as planned, and only then.
    public func createHotObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
        HotObservable(self, events)
    }

    /// A stream whose events come at these times after each subscription. It ends as planned, and only then.
    public func createColdObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
        ColdObservable(self, events)
    }

    /// An observer that records what it receives, and when.
    public func createObserver<Element>(_: Element.Type) -> TestableObserver<Element> { TestableObserver(self) }

    /// Runs `action` when the clock reaches `time`, or next if that has passed.
    @preconcurrency
    public func scheduleAt(_ time: TestTime, action: @escaping @Sendable () -> Void) {
        _ = scheduleAbsoluteVirtual((), time: time) {
            action()
            return Disposables.create()
        }
    }

    /// What a stream schedules for now or earlier runs at the next tick, unless processing delay is not simulated.
    public override func adjustScheduledTime(_ time: TestTime) -> TestTime {
        time > clock ? time : clock + (simulateProcessingDelay ? 1 : 0)
    }

    /// Makes a stream, subscribes to it and disposes the subscription at these times, and returns what came.
    @preconcurrency
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        created: TestTime, subscribed: TestTime, disposed: TestTime, create: @escaping @Sendable () -> OutputSequence
    ) -> TestableObserver<Element> where OutputSequence.Element == Element {
        let observer = createObserver(Element.self)
        let stream = DeferredStream<Element>()
        let subscription = SerialDisposable()
        scheduleAt(created) { stream.stream = create().asObservable() }
        scheduleAt(subscribed) {
            if let stream = stream.stream { subscription.disposable = stream.subscribe(observer) }
        }
        scheduleAt(disposed) { subscription.dispose() }
        start()
        return observer
    }

    /// The same, made and subscribed to at the default times.
    @preconcurrency
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        disposed: TestTime, create: @escaping @Sendable () -> OutputSequence
    ) -> TestableObserver<Element> where OutputSequence.Element == Element {
        start(created: Defaults.created, subscribed: Defaults.subscribed, disposed: disposed, create: create)
    }

    /// The same at the default times.
    @preconcurrency
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        _ create: @escaping @Sendable () -> OutputSequence
    ) -> TestableObserver<Element> where OutputSequence.Element == Element {
        start(disposed: Defaults.disposed, create: create)
    }
}

// Confined to the thread that moves the scheduler's clock.
/// A stream that is made later.
final class DeferredStream<Element>: @unchecked Sendable {
    var stream: Observable<Element>?
}
