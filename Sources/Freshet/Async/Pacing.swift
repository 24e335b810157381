extension Observable {
    /// Subscribes for a consumer outside of this module that may let the source wait; its subscription is there before the first event.
    /// - Parameter willStart: receives what ends the subscription; if it ends it at once, nothing is started.
    package func subscribe<Observer: ObserverType>(
        _ observer: Observer, pacedBy demand: Demand?, willStart: (any Disposable) -> Void
    ) where Observer.Element == Element {
        let lifetime = Lifetime(demand: demand)
        willStart(lifetime)
        if !lifetime.isDisposed { start(ObserverSink(observer, lifetime), lifetime) }
    }
}

/// What a source outside of this module knows of who listens to it.
package struct Listener: Sendable {
    fileprivate let lifetime: Lifetime

    /// What says when the source should wait; nil if it never should.
    package var demand: Demand? { lifetime.demand }

    /// Leaves what must be given back at the end; it may be disposed while the source still starts. It must not retain the observer.
    package func keep(_ resource: any Disposable) { lifetime.add(resource) }
}

extension ObservableType {
    /// What ``create(_:)`` makes, for a source that can wait and that may end while it starts.
    package static func create(
        paced body: @escaping @Sendable (AnyObserver<Element>, Listener) -> Void
    ) -> Observable<Element> {
        PacedCreate(body)
    }
}

// Safe to share: see Observable.
private final class PacedCreate<Element>: Observable<Element>, @unchecked Sendable {
    private let body: @Sendable (AnyObserver<Element>, Listener) -> Void

    init(_ body: @escaping @Sendable (AnyObserver<Element>, Listener) -> Void) { self.body = body }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let (body, listener) = (body, Listener(lifetime: lifetime))
        let source = Observable.create { observer in
            body(observer, listener)
            return Disposables.create()
        }
        source.run(sink, lifetime)
    }
}
