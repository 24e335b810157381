/// A stream with a current value. The core of `BehaviorSubject` and `BehaviorRelay`.
final class Current<Element>: Observable<Element>, @unchecked Sendable {
    private let multicaster: CurrentMulticaster<Element>

    init(_ value: Element) {
        multicaster = CurrentMulticaster(value)
        super.init()
    }

    deinit { multicaster.abandon() }

    var hasObservers: Bool { multicaster.hasObservers }
    var isDisposed: Bool { multicaster.isDisposed }

    /// The newest value, even if another thread has yet to deliver it.
    var value: Element { multicaster.value }

    /// The error that ended the stream, if any.
    var failure: (any Error)? { multicaster.failure }

    /// Changes `value` at once, and delivers the element after the earlier ones.
    func accept(_ element: Element) { multicaster.accept(element) }

    func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): multicaster.accept(element)
        case .error(let error): multicaster.accept(.error(error))
        case .completed: multicaster.accept(.completed)
        }
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { join(sink, lifetime, to: self) }

    func join(_ sink: Sink<Element>, _ lifetime: Lifetime, to subject: AnyObject) {
        multicaster.join(sink, lifetime, to: subject)
    }

    func dispose() { multicaster.dispose() }
}
