/// The end of a chain with an observer.
///
/// Enforces the Rx contract: no event follows a terminal event or disposal.
final class ObserverSink<Observer: ObserverType>: Sink<Observer.Element>, @unchecked Sendable {
    private let observer: Observer
    private let lifetime: Lifetime

    init(_ observer: Observer, _ lifetime: Lifetime) {
        self.observer = observer
        self.lifetime = lifetime
    }

    override func next(_ element: Observer.Element) {
        if !lifetime.hasEnded { observer.on(.next(element)) }
    }

    override func error(_ error: any Error) {
        guard lifetime.stop() else { return }
        observer.on(.error(error))
        lifetime.dispose()
    }

    override func completed() {
        guard lifetime.stop() else { return }
        observer.on(.completed)
        lifetime.dispose()
    }
}
