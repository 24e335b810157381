/// The way in which a stream gets its elements.
enum Production {
    /// They are sent when they happen, whether or not anyone subscribes; or this isn't known.
    case sent
    /// The stream makes them when they are needed, so its subscription can wait until a consumer has room.
    case stepwise
    /// As `.stepwise`, and each is requested from somewhere else, so none is requested before it is wanted.
    case pulled
}

// Sendable: subclasses have immutable fields, @Sendable closures, or state guarded by a lock or an atomic. Streams that
// keep elements (just, from, replay) deliver them to each subscriber, as RxSwift does; the caller guarantees that
// sharing them is safe.
//
// CONTRIBUTING.md follows an element from its source to its observer.
/// A stream of elements over time: `next* (error | completed)?`.
///
/// Events arrive one at a time; nothing follows a terminal event.
///
/// Subscribing starts the stream. Each subscription runs it again, unless the stream is shared. Events arrive on the
/// thread of the source, or of the last operator that changes threads (`observe(on:)`, `delay`, …). The stream releases
/// its resources at its end: completion, error or disposal. After `dispose()` returns on the delivering thread, no
/// further event arrives.
///
/// Subscribe from any thread. Elements that aren't `Sendable` stay on the threads of the streams that deliver them.
public class Observable<Element>: ObservableType, @unchecked Sendable {
    // Inlined for Just, which flatMap may create once per element.
    @inlinable
    init() {}

    /// Delivers the stream's events to `sink` until `lifetime` ends. The base class delivers none, like `never`.
    func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {}

    /// Delivers the part of the stream that needs no subscription, up to `extent`.
    ///
    /// `flatMap` and `concat` call this to deliver streams that end immediately without a subscription, and consecutive
    /// streams without recursion.
    func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: EagerDeliveryPart) -> EagerDelivery { .none }

    /// The multicaster of a stream with a current value.
    var behaviorMulticaster: BehaviorMulticaster<Element>? { nil }

    /// The way in which the stream gets its elements. Stages with one source and no state of their own in time pass it
    /// on.
    var production: Production { .sent }

    /// Appends a map. `Evaluated` overrides this to extend its run of maps and filters.
    func mapped<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Observable<Result> {
        Evaluated<Element, Result>(self, FirstMap(transform))
    }

    /// Appends a filter; see ``mapped(_:)``.
    func filtered(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        Evaluated(self, FirstFilter(predicate))
    }

    /// Delivers events to `observer`, and releases it after a terminal event or disposal.
    @preconcurrency
    public final func subscribe<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        // `create` and types of users pass on the observer that they received, and with it the consumer's demand.
        let lifetime = Lifetime.make(demand: AnyObserver<Element>.demand(of: observer))
        start(ObserverSink(observer, lifetime), lifetime)
        return lifetime
    }

    /// Delivers events to `observer`, and releases it after a terminal event or disposal. Its elements need not be
    /// `Sendable`.
    public final func subscribe(_ observer: AnyObserver<Element>) -> any Disposable {
        subscribe(UncheckedSendableObserver(observer))
    }

    /// Returns the stream itself: the same events, the same end, no added stage.
    public final func asObservable() -> Observable<Element> { self }

    /// Subscribes for code that isn't a stage of a chain.
    ///
    /// Queues the subscription if this thread is already running a source that emits step by step. Shared streams and
    /// streams that deliver all their events immediately override this, because they don't need the queue.
    func start(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        Trampoline.run { run(sink, lifetime) }
    }
}
