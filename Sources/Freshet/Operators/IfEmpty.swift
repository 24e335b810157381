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
        IfEmpty(asObservable(), other)
    }
}

private final class IfEmpty<Element>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let other: Observable<Element>

    init(_ source: Observable<Element>, _ other: Observable<Element>) {
        self.source = source
        self.other = other
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let slot = LifetimeSlot()
        lifetime.add(slot)
        let demand = lifetime.demand
        source.run(IfEmptyStage(sink, other, slot, demand), slot.renew(demand: demand))
    }
}

private final class IfEmptyStage<Element>: Stage<Element, Element>, @unchecked Sendable {
    private let other: Observable<Element>
    private let slot: LifetimeSlot
    private let demand: Demand?
    private var isEmpty = true

    init(_ downstream: Sink<Element>, _ other: Observable<Element>, _ slot: LifetimeSlot, _ demand: Demand?) {
        self.other = other
        self.slot = slot
        self.demand = demand
        super.init(downstream)
    }

    override func next(_ element: Element) {
        isEmpty = false
        downstream.next(element)
    }

    override func completed() {
        guard end() else { return }
        guard isEmpty else { return downstream.completed() }
        let lifetime = slot.renew(demand: demand)
        if !lifetime.isDisposed { other.start(downstream, lifetime) }
    }
}
