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

    /// Delivers the part of the stream that needs no subscription, up to `extent`.
    ///
    /// `flatMap` and `concat` ask for it: a stream that ends at once is delivered without a subscription, and streams behind one another without recursion.
    func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: BeginningExtent) -> Beginning { .none }

    /// The stream with one more stage that keeps nothing between two elements; a stream that ends in such stages joins them. See ``Evaluated``.
    func evaluated<Step: EvaluationStep>(_ step: Step) -> Observable<Step.Output> where Step.Input == Element {
        Evaluated<Element, Step.Output>(self, step.first())
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
}
