import Dispatch

/// A policy for sharing and delivering the elements of a ``SharedSequence``.
public protocol SharingStrategyProtocol: SendableMetatype {
    /// The scheduler that delivers events.
    static var scheduler: any SchedulerType { get }

    /// Shares one subscription to `source` among all subscribers; ends with the source.
    static func share<Element: Sendable>(_ source: Observable<Element>) -> Observable<Element>
}

/// A policy whose ``SharingStrategyProtocol/scheduler`` runs work on the main thread.
///
/// Operators of its sequences take closures that are isolated to the main actor.
public protocol MainSharingStrategyProtocol: SharingStrategyProtocol {}

/// A type that converts to a ``SharedSequence``.
@preconcurrency
public protocol SharedSequenceConvertibleType<Element>: ObservableConvertibleType where Element: Sendable {
    /// The sharing policy.
    associatedtype SharingStrategy: SharingStrategyProtocol
    /// Returns this value as a shared sequence with the same terminal event, without subscribing.
    func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

extension SharedSequenceConvertibleType {
    /// Returns the shared sequence as an ``Observable`` with the same terminal event, without subscribing.
    public func asObservable() -> Observable<Element> { asSharedSequence().asObservable() }

    /// The sequence for closures of the main actor: another thread that subscribes doesn't deliver a replayed element.
    var onMain: Observable<Element> {
        MainScheduler.isMainThread ? asObservable() : asObservable().observe(on: MainScheduler())
    }
}

/// A shared stream for user interfaces that delivers on the main thread and never fails.
///
/// See ``Driver`` and ``Signal``. The operators of a shared sequence keep these guarantees. Subscribe and dispose on
/// the main thread.
@preconcurrency
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element: Sendable>:
    SharedSequenceConvertibleType, Sendable
{
    let source: Observable<Element>

    /// Shares `source`, which must never fail and must deliver on the strategy's scheduler.
    init(_ source: Observable<Element>) { self.source = SharingStrategy.share(source) }

    /// Shares `source`, whose closures are isolated to the main actor. It subscribes on the main thread, unless a test
    /// replaces the main scheduler.
    init(onMain source: Observable<Element>) {
        self.init(SharingScheduler.isReplaced ? source : MainStage(source))
    }

    /// Shares `source`, whose inner streams a sequence with the strategy `Outer` subscribes to.
    ///
    /// A driver or signal that another thread subscribes to would deliver a replayed element there.
    init<Outer: SharingStrategyProtocol>(_ source: Observable<Element>, subscribedBy outer: Outer.Type) {
        let isMain = SharingStrategy.self is any MainSharingStrategyProtocol.Type
        let hops = isMain && !(outer is any MainSharingStrategyProtocol.Type)
        self.init(hops ? source.observe(on: SharingStrategy.scheduler) : source)
    }

    /// Wraps `source` without sharing it: it is already shared, or ends immediately.
    init(raw source: Observable<Element>) { self.source = source }

    /// Returns the sequence as an ``Observable`` with the same terminal event.
    public func asObservable() -> Observable<Element> { source }

    /// Returns this value as a shared sequence with the same terminal event, without subscribing.
    public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { self }
}

extension ObservableConvertibleType {
    /// Converts the stream to a sequence with a sharing policy, which replaces an error with `element` and completes.
    /// - Ends: with the source.
    /// - Runs on: the policy's scheduler.
    /// - Keeps: elements that the policy replays; events that wait for the scheduler, without a bound.
    @preconcurrency
    public func asSharedSequence<Strategy: SharingStrategyProtocol>(
        sharingStrategy: Strategy.Type = Strategy.self, onErrorJustReturn element: Element
    ) -> SharedSequence<Strategy, Element> where Element: Sendable {
        SharedSequence(asObservable().observe(on: Strategy.scheduler).catchAndReturn(element))
    }

    /// Converts the stream to a sequence with a sharing policy, which switches to `sequence` if the source fails.
    /// - Ends: with the source, or with `sequence` after an error.
    /// - Runs on: the policy's scheduler.
    /// - Keeps: elements that the policy replays; events that wait for the scheduler, without a bound.
    @preconcurrency
    public func asSharedSequence<Strategy: SharingStrategyProtocol>(
        sharingStrategy: Strategy.Type = Strategy.self, onErrorDriveWith sequence: SharedSequence<Strategy, Element>
    ) -> SharedSequence<Strategy, Element> where Element: Sendable {
        SharedSequence(asObservable().observe(on: Strategy.scheduler).catch { _ in sequence.source })
    }

    /// Converts the stream to a sequence with a sharing policy, which switches to the sequence that `onErrorRecover`
    /// returns for an error.
    /// - Ends: with the source, or with the returned sequence after an error.
    /// - Runs on: the policy's scheduler.
    /// - Keeps: elements that the policy replays; events that wait for the scheduler, without a bound.
    @preconcurrency
    public func asSharedSequence<Strategy: SharingStrategyProtocol>(
        sharingStrategy: Strategy.Type = Strategy.self,
        onErrorRecover: @escaping @Sendable (any Error) -> SharedSequence<Strategy, Element>
    ) -> SharedSequence<Strategy, Element> where Element: Sendable {
        SharedSequence(asObservable().observe(on: Strategy.scheduler).catch { onErrorRecover($0).source })
    }
}

extension SharedSequenceConvertibleType {
    /// The elements as an asynchronous sequence, for `for await`; see ``InfallibleType/values``.
    public var values: AsyncStream<Element> { values(buffering: .unbounded) }

    /// Returns the elements as an asynchronous sequence with a buffering policy; see ``InfallibleType/values``.
    @_disfavoredOverload
    public func values(buffering policy: ValuesBuffering) -> AsyncStream<Element> {
        Infallible(asObservable()).values(buffering: policy)
    }
}

/// The sharing policy of a ``Driver``: new subscribers receive the newest element.
public struct DriverSharingStrategy: MainSharingStrategyProtocol {
    /// A new main scheduler, unless ``SharingScheduler/mock(scheduler:action:)`` replaces it.
    public static var scheduler: any SchedulerType { SharingScheduler.make() }

    /// Shares `source` while it has subscribers, and replays the newest element.
    ///
    /// Ends with the source. A subscription after the end starts the source again.
    public static func share<Element: Sendable>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 1, scope: .whileConnected)
    }
}

/// The sharing policy of a ``Signal``: new subscribers receive only later elements.
public struct SignalSharingStrategy: MainSharingStrategyProtocol {
    /// A new main scheduler, unless ``SharingScheduler/mock(scheduler:action:)`` replaces it.
    public static var scheduler: any SchedulerType { SharingScheduler.make() }

    /// Shares `source` while it has subscribers, without replay.
    ///
    /// Ends with the source. A subscription after the end starts the source again.
    public static func share<Element: Sendable>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 0, scope: .whileConnected)
    }
}

/// A shared state for user interfaces that replays its newest element to new subscribers.
///
/// A driver delivers on the main thread and never fails.
public typealias Driver<Element: Sendable> = SharedSequence<DriverSharingStrategy, Element>

/// A shared stream of events for user interfaces, without replay.
///
/// A signal delivers on the main thread and never fails.
public typealias Signal<Element: Sendable> = SharedSequence<SignalSharingStrategy, Element>
