extension ObservableType {
    /// Delivers only the element at `index`, counted from 0.
    /// ```
    /// source             --a--b--c--|
    /// element(at: 1)     -----(b|)
    /// ```
    /// - Ends: after that element; fails with ``RxError/argumentOutOfRange`` if the source completes first.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    /// - Precondition: `index` is at least 0.
    public func element(at index: Int) -> Observable<Element> {
        precondition(index >= 0, "`index` must be at least 0.")
        return Linear(asObservable()) { ElementAtSink($0, $1, index) }
    }
}

private final class ElementAtSink<Element>: LinearSink<Element, Element>, @unchecked Sendable {
    private var remaining: Int

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ index: Int) {
        remaining = index
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        remaining -= 1
        // Less than -1 for an element that arrives while the element at `index` is being delivered.
        guard remaining == -1 else { return }
        downstream.next(element)
        complete()
    }

    override func completed() { fail(RxError.argumentOutOfRange) }
}
