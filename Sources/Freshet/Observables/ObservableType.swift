/// A type that represents a stream of events. Every operator extends this protocol.
public protocol ObservableType<Element>: ObservableConvertibleType {
    /// Delivers events to `observer` until the stream ends or the returned disposable is disposed.
    @preconcurrency
    func subscribe<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element
}

extension ObservableType {
    /// Delivers events to `observer`, whose elements need not be `Sendable`; see ``subscribe(_:)-(Observer)``.
    public func subscribe(_ observer: AnyObserver<Element>) -> any Disposable {
        subscribe(UncheckedSendableObserver(observer))
    }

    /// Returns the stream as an ``Observable``; an `Observable` returns itself.
    public func asObservable() -> Observable<Element> { ObservableAdapter(self) }
}

// Sendable: immutable after init; ObservableType requires that any thread can subscribe.
/// Adapts an `ObservableType` to `Observable`.
private final class ObservableAdapter<Source: ObservableType>: Observable<Source.Element>, @unchecked Sendable {
    private let source: Source
    private let creationSite = CreationSite()

    init(_ source: Source) { self.source = source }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let stage = creationSite.attach(to: ObserverStage(sink, lifetime))
        lifetime.add(
            ObserverRelease(
                stage, source.subscribe(UncheckedSendableObserver(AnyObserver(sink: AdapterSink(stage))))))
    }
}

/// Serializes the events of a type that may break the contract.
private final class AdapterSink<Element>: SerializedObserverSink<Element>, @unchecked Sendable {
    override func waited() { stage.serializer.creationSite.reportConcurrentEvent() }
}
