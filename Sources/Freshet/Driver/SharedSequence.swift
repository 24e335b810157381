import Dispatch

/// How the elements of a ``SharedSequence`` are shared.
public protocol SharingStrategyProtocol: SendableMetatype {
    /// Where events are delivered.
    static var scheduler: any SchedulerType { get }

    /// One subscription to `source` for all who subscribe; it ends with the source.
    static func share<Element: Sendable>(_ source: Observable<Element>) -> Observable<Element>
}

/// A type that stands for a ``SharedSequence``.
@preconcurrency
public protocol SharedSequenceConvertibleType<Element>: ObservableConvertibleType where Element: Sendable {
    /// How its elements are shared.
    associatedtype SharingStrategy: SharingStrategyProtocol
    /// Returns the shared sequence that it is or wraps, with the same end; nothing is subscribed to.
    func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

/// A stream for user interfaces: it never fails, delivers on the main thread, and is shared; see ``Driver`` and ``Signal``.
///
/// Its operators keep to that. Subscribing and disposing belong on the main thread as well.
@preconcurrency
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element: Sendable>:
    SharedSequenceConvertibleType, Sendable
{
    let source: Observable<Element>

    /// Shares `source`, which never fails and delivers where the strategy says.
    init(_ source: Observable<Element>) { self.source = SharingStrategy.share(source) }

    /// Takes `source` as it is: shared already, or at once over.
    init(raw source: Observable<Element>) { self.source = source }

    /// The same stream, with the same end; only its type no longer promises anything.
    public func asObservable() -> Observable<Element> { source }

    /// Returns the shared sequence that it is or wraps, with the same end; nothing is subscribed to.
    public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { self }
}

/// How a ``Driver`` is shared: who comes later receives the newest element.
public struct DriverSharingStrategy: SharingStrategyProtocol {
    /// The main thread, or what ``SharingScheduler/mock(scheduler:action:)`` has put in its place.
    public static var scheduler: any SchedulerType { SharingScheduler.make() }

    /// Shared while somebody listens, the newest element kept; ends with the source, and starts anew for who comes after the end.
    public static func share<Element: Sendable>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 1, scope: .whileConnected)
    }
}

/// How a ``Signal`` is shared: who comes later receives what comes from then on.
public struct SignalSharingStrategy: SharingStrategyProtocol {
    /// The main thread, or what ``SharingScheduler/mock(scheduler:action:)`` has put in its place.
    public static var scheduler: any SchedulerType { SharingScheduler.make() }

    /// Shared while somebody listens, nothing kept; ends with the source, and starts anew for who comes after the end.
    public static func share<Element: Sendable>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 0, scope: .whileConnected)
    }
}

/// A state for user interfaces: never fails, delivers on the main thread, and whoever subscribes receives the newest element at once.
public typealias Driver<Element: Sendable> = SharedSequence<DriverSharingStrategy, Element>

/// Events for user interfaces: never fails, delivers on the main thread, and replays nothing.
public typealias Signal<Element: Sendable> = SharedSequence<SignalSharingStrategy, Element>
