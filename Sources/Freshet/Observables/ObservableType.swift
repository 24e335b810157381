/// A stream that can be subscribed to. Every operator is an extension of this protocol.
public protocol ObservableType<Element>: ObservableConvertibleType {
    /// Begins to deliver events to `observer` until the stream ends or what is returned is disposed.
    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

extension ObservableType {
    /// The stream as an ``Observable``; one that is an `Observable` already is returned as it is.
    public func asObservable() -> Observable<Element> { Adopted(self) }
}

// Safe to share: the one field is never changed; a type that conforms to ObservableType is subscribed to from any thread by contract.
/// A stream of somebody else's type.
private final class Adopted<Source: ObservableType>: Observable<Source.Element>, @unchecked Sendable {
    private let source: Source

    init(_ source: Source) { self.source = source }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        lifetime.add(source.subscribe(AnyObserver(sink: GuardedSink(sink, lifetime))))
    }
}
