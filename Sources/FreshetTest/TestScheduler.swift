public import Freshet

// Sendable: see VirtualTimeScheduler; fields are immutable after init.
/// A virtual-time scheduler for tests; its time consists of whole ticks.
/// - Ends: work disposed before its tick doesn't run.
/// - Runs on: the thread that advances the clock.
/// - Keeps: scheduled work until its tick.
public class TestScheduler: VirtualTimeScheduler<TestSchedulerVirtualTimeConverter>, @unchecked Sendable {
    /// The default times of ``start(_:)``.
    public enum Defaults {
        /// The time at which the stream is created.
        public static let created = 100
        /// The time at which the stream is subscribed to.
        public static let subscribed = 200
        /// The time at which the subscription is disposed.
        public static let disposed = 1000
    }

    private let simulateProcessingDelay: Bool
    private let resolution: Double

    /// Creates a scheduler whose clock starts at `initialClock`.
    /// - Parameters:
    ///   - initialClock: The first tick.
    ///   - resolution: The duration of a tick, in seconds.
    ///   - simulateProcessingDelay: Whether work scheduled for the current tick or earlier runs one tick later, as in
    /// RxSwift.
    public init(initialClock: TestTime, resolution: Double = 1.0, simulateProcessingDelay: Bool = true) {
        self.simulateProcessingDelay = simulateProcessingDelay
        self.resolution = resolution
        super.init(initialClock: initialClock, converter: TestSchedulerVirtualTimeConverter(resolution: resolution))
    }

    /// A Swift clock that shows this scheduler's time, for operators and tasks that take a clock.
    ///
    /// `clock` is the current tick.
    public var testClock: TestClock { TestClock(self, TestSchedulerVirtualTimeConverter(resolution: resolution)) }

    /// Creates a hot stream, whose events occur at fixed times, independent of subscriptions.
    /// - Ends: at its terminal event, if it has one.
    /// - Runs on: the thread that advances the clock.
    /// - Keeps: its events and the times of its subscriptions.
    public func createHotObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
        HotObservable(self, events)
    }

    /// Creates a cold stream, whose event times are relative to each subscription.
    /// - Ends: at its terminal event, if it has one.
    /// - Runs on: the thread that advances the clock.
    /// - Keeps: its events and the times of its subscriptions.
    public func createColdObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
        ColdObservable(self, events)
    }

    /// Creates an observer that records events and their times.
    public func createObserver<Element>(_: Element.Type) -> TestableObserver<Element> { TestableObserver(virtualClock) }

    /// Runs `action` when the clock reaches `time`, or next if `time` has passed.
    @preconcurrency
    public func scheduleAt(_ time: TestTime, action: @escaping @Sendable () -> Void) {
        _ = scheduleAbsoluteVirtual((), time: time) {
            action()
            return Disposables.create()
        }
    }

    /// Moves work scheduled for the current tick or earlier to the next tick.
    ///
    /// Without simulated processing delay, the work stays at the current tick.
    public override func adjustScheduledTime(_ time: TestTime) -> TestTime {
        let clock = clock
        return time > clock || clock == .max ? time : clock + (simulateProcessingDelay ? 1 : 0)
    }

    /// Creates, subscribes to and disposes a stream at the given times, and returns its events.
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

    /// Creates and subscribes to the stream at the default times; see ``start(created:subscribed:disposed:create:)``.
    @preconcurrency
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        disposed: TestTime, create: @escaping @Sendable () -> OutputSequence
    ) -> TestableObserver<Element> where OutputSequence.Element == Element {
        start(created: Defaults.created, subscribed: Defaults.subscribed, disposed: disposed, create: create)
    }

    /// Runs the stream at the default times; see ``start(created:subscribed:disposed:create:)``.
    @preconcurrency
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        _ create: @escaping @Sendable () -> OutputSequence
    ) -> TestableObserver<Element> where OutputSequence.Element == Element {
        start(disposed: Defaults.disposed, create: create)
    }
}

// Sendable: confined to the thread that advances the clock.
/// A stream that is created later.
final class DeferredStream<Element>: @unchecked Sendable {
    var stream: Observable<Element>?
}
