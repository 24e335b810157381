extension ObservableType {
    /// Delivers the only element and fails if there are more or none; see ``single(_:)``.
    public func single() -> Observable<Element> { single { _ in true } }

    /// Delivers the only element for which `predicate` returns true.
    ///
    /// Delivers the first match immediately. Fails with ``RxError/moreThanOneElement`` at the second match, and with
    /// ``RxError/noElements`` if the source completes without a match.
    /// - Ends: with the source; fails unless exactly one element matches, or with an error thrown by `predicate`.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func single(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        Linear(asObservable()) { SingleElementSink($0, $1, predicate) }
    }
}

private final class SingleElementSink<Element>: LinearSink<Element, Element>, @unchecked Sendable {
    private let predicate: @Sendable (Element) throws -> Bool
    private var hasDelivered = false

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ predicate: @escaping @Sendable (Element) throws -> Bool) {
        self.predicate = predicate
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        if isOver { return }
        do {
            guard try predicate(element) else { return }
        } catch {
            return fail(error)
        }
        if hasDelivered { return fail(RxError.moreThanOneElement) }
        hasDelivered = true
        downstream.next(element)
    }

    override func completed() {
        if hasDelivered { complete() } else { fail(RxError.noElements) }
    }
}
