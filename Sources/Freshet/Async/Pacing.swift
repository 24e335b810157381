extension Observable {
    /// Subscribes on behalf of another module's consumer, which can pause the source through `demand`.
    ///
    /// - Parameter willStart: Receives the subscription before the first event. If it disposes the subscription, the
    ///   source doesn't start.
    package func subscribe<Observer: ObserverType>(
        _ observer: Observer, pacedBy demand: Demand?, willStart: (any Disposable) -> Void
    ) where Observer.Element == Element {
        let lifetime = Lifetime.make(demand: demand)
        willStart(lifetime)
        if !lifetime.hasEnded { start(ObserverSink(observer, lifetime), lifetime) }
    }
}

/// A subscription as seen by a source in another module.
package struct Listener: Sendable {
    fileprivate let lifetime: Lifetime

    /// True if the consumer can pause the source.
    package var isPaced: Bool { lifetime.isPaced }

    /// True if the source must wait before it emits.
    package var isPaused: Bool { lifetime.isPaused }

    /// Runs `body` immediately if the consumer has room, else once it has, or at the end of the subscription.
    package func whenRenewed(_ body: @escaping @Sendable () -> Void) { lifetime.whenRenewed(body) }

    /// Disposes `resource` at the end of the subscription, even while the source is still starting.
    ///
    /// `resource` must not retain the observer.
    package func keep(_ resource: any Disposable) { lifetime.add(resource) }
}

extension ObservableType {
    /// Like ``create(_:)``, for a source that can pause and that may end while it starts.
    package static func create(
        paced body: @escaping @Sendable (AnyObserver<Element>, Listener) -> Void
    ) -> Observable<Element> {
        ClosureStream { sink, lifetime in
            let listener = Listener(lifetime: lifetime)
            let source = Observable.create { observer in
                body(observer, listener)
                return Disposables.create()
            }
            source.run(sink, lifetime)
        }
    }
}
