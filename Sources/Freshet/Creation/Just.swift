extension ObservableType {
    // Inlined: flatMap closures call it once for each element.
    /// Delivers `element`, then completes.
    /// - Ends: after `element`, during the subscription.
    /// - Runs on: the subscribing thread.
    /// - Keeps: `element`.
    @inlinable
    public static func just(_ element: Element) -> Observable<Element> { Just(element) }

    /// Delivers `element` on `scheduler`, then completes there; see ``just(_:)``.
    @preconcurrency
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Observable<Element>
    where Element: Sendable {
        from([element], scheduler: scheduler)
    }

    /// Delivers the wrapped value of an optional, then completes. For nil, only completes.
    /// - Ends: after the element, during the subscription.
    /// - Runs on: the subscribing thread.
    /// - Keeps: the element.
    public static func from(optional: Element?) -> Observable<Element> { optional.map(just) ?? empty() }

    /// Delivers the wrapped value of an optional on `scheduler`, then completes there; see ``from(optional:)``.
    @preconcurrency
    public static func from(optional: Element?, scheduler: any ImmediateSchedulerType) -> Observable<Element>
    where Element: Sendable {
        from(optional.map { [$0] } ?? [], scheduler: scheduler)
    }
}

@usableFromInline
final class Just<Element>: Observable<Element>, @unchecked Sendable {
    @usableFromInline
    let element: Element

    @inlinable
    init(_ element: Element) { self.element = element }

    override func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: EagerDeliveryPart) -> EagerDelivery {
        sink.next(element)
        return .ended(.completed)
    }

    override var production: Production { .stepwise }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        sink.next(element)
        sink.completed()
    }
}
