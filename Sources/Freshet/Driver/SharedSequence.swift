import Dispatch

/// A policy for sharing and delivering the elements of a ``SharedSequence``.
public protocol SharingStrategyProtocol: SendableMetatype {
    /// The scheduler that delivers events.
    static var scheduler: any SchedulerType { get }

    /// Shares one subscription to `source` among all subscribers; ends with the source.
    static func share<Element: Sendable>(_ source: Observable<Element>) -> Observable<Element>
}

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

    /// The sequence for a subscriber on the main actor: another thread that subscribes doesn't deliver replayed elements.
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

    /// Wraps `source` without sharing it: it is already shared, or ends immediately.
    init(raw source: Observable<Element>) { self.source = source }

    /// Returns the sequence as an ``Observable`` with the same terminal event.
    public func asObservable() -> Observable<Element> { source }

    /// Returns this value as a shared sequence with the same terminal event, without subscribing.
    public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { self }
}

/// The sharing policy of a ``Driver``: new subscribers receive the newest element.
public struct DriverSharingStrategy: SharingStrategyProtocol {
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
public struct SignalSharingStrategy: SharingStrategyProtocol {
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
