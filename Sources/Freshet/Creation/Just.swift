extension ObservableType {
    // Inlined: it is what flatMap asks for most often, once an element.
    /// Delivers `element` during the subscription and completes.
    @inlinable
    public static func just(_ element: Element) -> Observable<Element> { Just(element) }

    /// Delivers `element` on `scheduler`, then completes there.
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        from([element], scheduler: scheduler)
    }

    /// Delivers the content of the optional, if there is one, and completes, during the subscription.
    public static func from(optional: Element?) -> Observable<Element> { optional.map(just) ?? empty() }

    /// Delivers the content of the optional, if there is one, on `scheduler` and completes there.
    public static func from(optional: Element?, scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        from(optional.map { [$0] } ?? [], scheduler: scheduler)
    }
}

// Safe to share: see Observable.
@usableFromInline
final class Just<Element>: Observable<Element>, @unchecked Sendable {
    @usableFromInline
    let element: Element

    @inlinable
    init(_ element: Element) { self.element = element }

    override func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: BeginningExtent) -> Beginning {
        sink.next(element)
        return .ended(.completed)
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        sink.next(element)
        sink.completed()
    }
}
