extension ObservableType {
    /// Delivers the first element, and fails if it is not the only one; see ``single(_:)``.
    public func single() -> Observable<Element> { single { _ in true } }

    /// Delivers the first element for which `predicate` holds, as it comes, and fails if it is not the only one.
    ///
    /// *Fails* with ``RxError/moreThanOneElement`` at the second such element, with ``RxError/noElements`` if the source completes without one,
    /// and with an error that `predicate` throws.
    @preconcurrency
    public func single(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        Linear(asObservable()) { SingleElementStage($0, predicate) }
    }
}

// Safe to hand between threads: see Sink.
private final class SingleElementStage<Element>: Stage<Element, Element>, @unchecked Sendable {
    private let predicate: @Sendable (Element) throws -> Bool
    private var hasDelivered = false

    init(_ downstream: Sink<Element>, _ predicate: @escaping @Sendable (Element) throws -> Bool) {
        self.predicate = predicate
        super.init(downstream)
    }

    override func next(_ element: Element) {
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
