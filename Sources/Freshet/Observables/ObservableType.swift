/// A type that represents a stream of events. Every operator extends this protocol.
public protocol ObservableType<Element>: ObservableConvertibleType {
    /// Delivers events to `observer` until the stream ends or the returned disposable is disposed.
    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

extension ObservableType {
    /// Returns the stream as an ``Observable``; an `Observable` returns itself.
    public func asObservable() -> Observable<Element> { ObservableAdapter(self) }
}

// Sendable: immutable after init; ObservableType requires that any thread can subscribe.
/// Adapts an `ObservableType` to `Observable`.
private final class ObservableAdapter<Source: ObservableType>: Observable<Source.Element>, @unchecked Sendable {
    private let source: Source

    init(_ source: Source) { self.source = source }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        lifetime.add(source.subscribe(AnyObserver(sink: GuardedSink(sink, lifetime))))
    }
}
