extension ObservableType {
    /// Delivers `default` if the source completes without an element.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: `default`.
    public func ifEmpty(default: Element) -> Observable<Element> {
        ifEmpty(switchTo: .just(`default`))
    }

    /// Switches to `other` if the source completes without an element.
    /// - Ends: with the source, or with `other` after an empty source; fails with the first error.
    /// - Runs on: the running stream's thread.
    /// - Keeps: nothing.
    public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
        let source = asObservable()
        return ClosureStream { sink, lifetime in
            let current = SerialLifetime()
            lifetime.add(current)
            source.run(IfEmptySink(sink, lifetime, other, current), current.renew(demand: lifetime.demand))
        }
    }
}

private final class IfEmptySink<Element>: LinearSink<Element, Element>, @unchecked Sendable {
    private let other: Observable<Element>
    /// The lifetime of the running stream.
    private let current: SerialLifetime
    private var isEmpty = true

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ other: Observable<Element>, _ current: SerialLifetime) {
        self.other = other
        self.current = current
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        isEmpty = false
        downstream.next(element)
    }

    override func completed() {
        guard end() else { return }
        guard isEmpty else { return downstream.completed() }
        let renewed = current.renew(demand: lifetime.demand)
        if !renewed.isDisposed { other.start(downstream, renewed) }
    }
}
