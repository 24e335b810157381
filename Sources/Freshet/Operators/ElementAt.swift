extension ObservableType {
    /// Delivers the element number `index`, counted from 0, and completes with it.
    /// ```
    /// source             --a--b--c--|
    /// element(at: 1)     -----(b|)
    /// ```
    /// *Fails* with ``RxError/argumentOutOfRange`` if the source completes before.
    /// - Precondition: `index` is not negative.
    public func element(at index: Int) -> Observable<Element> {
        precondition(index >= 0, "There is no element number \(index).")
        return Linear(asObservable()) { ElementAtStage($0, index) }
    }
}

// Safe to hand between threads: see Sink.
private final class ElementAtStage<Element>: Stage<Element, Element>, @unchecked Sendable {
    private var remaining: Int

    init(_ downstream: Sink<Element>, _ index: Int) {
        remaining = index
        super.init(downstream)
    }

    override func next(_ element: Element) {
        remaining -= 1
        // An element that comes while the one asked for is delivered finds a smaller number.
        guard remaining == -1 else { return }
        downstream.next(element)
        complete()
    }

    override func completed() { fail(RxError.argumentOutOfRange) }
}
