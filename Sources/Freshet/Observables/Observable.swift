// Safe to share: every subclass has only fields that never change, @Sendable closures, or state in a lock or an atomic. Elements kept by a
// stream (just, from, replay) are handed to each subscriber as RxSwift hands them; that they may be is the caller's promise.
/// A stream of elements over time: `next* (error | completed)?`, one event at a time, nothing after a terminal event.
///
/// Nothing happens until somebody subscribes; unless it is shared, each subscription runs the stream anew. Events come on the
/// thread of the source, or of the last operator that hops (`observe(on:)`, `delay`, …). Resources go at the end, whichever end it is:
/// completion, error or disposal. After `dispose()` has returned on the thread that the events come on, nothing more arrives.
///
/// A stream may be subscribed to from any thread. Elements that are not `Sendable` stay on the threads that the streams themselves use.
public class Observable<Element>: ObservableType, @unchecked Sendable {
    // Inlined for the sake of Just, which a flatMap makes for each element.
    @inlinable
    init() {}

    /// Delivers the stream's events to `sink` until `lifetime` ends; this one, which delivers none, is `never`.
    func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {}

    /// The same for the only one who refers to this stream, and who runs it for one subscription at a time: nobody else can ask for a share in it.
    func runUnshared(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    /// Delivers the element, if there is one, of a stream that ends at once and for everybody, and returns its end, so that it need not
    /// be subscribed to; nil, with nothing delivered, if it must be.
    func deliverAtOnce(to sink: Sink<Element>) -> Termination? { nil }

    /// Delivers what comes first and returns what is left: a stream that goes on behind it is then run in this one's place; nil, with nothing
    /// delivered, if the stream is of one piece.
    func deliverBeginning(to sink: Sink<Element>, _ lifetime: Lifetime) throws -> Observable<Element>? { nil }

    /// Puts the streams that follow the first before the `rest` and returns the first; nil if the stream is not made of several.
    func unfold(onto rest: inout Remaining) -> Observable<Element>? { nil }

    // The three are methods so that neighbours can be joined; see Evaluated.
    func mapped<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Observable<Result> {
        Evaluated<Element, Result>(self, FirstMap(transform))
    }

    func filtered(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        Evaluated(self, FirstFilter(predicate))
    }

    func compactMapped<Result>(
        _ transform: @escaping @Sendable (Element) throws -> Result?
    ) -> Observable<Result> {
        Evaluated<Element, Result>(self, FirstCompactMap(transform))
    }

    /// Begins to deliver events to `observer`; it is released after a terminal event or disposal.
    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        let lifetime = Lifetime()
        start(ObserverSink(observer, lifetime), lifetime)
        return lifetime
    }

    /// Returns this very stream, with the same end: no stage is added.
    public final func asObservable() -> Observable<Element> { self }

    /// Subscribes from outside of any stage, so that sources which emit step by step take turns on this thread.
    ///
    /// Streams that emit at once, and those that are shared, take no turns: what is subscribed to in reaction to them runs at once.
    func start(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        Trampoline.run { run(sink, lifetime) }
    }

    /// The same for the only one who refers to this stream, and who starts it for one subscription at a time.
    func startUnshared(_ sink: Sink<Element>, _ lifetime: Lifetime) { start(sink, lifetime) }
}
