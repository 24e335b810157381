extension ObservableType {
    /// Skips the first `count` elements. A negative count skips none.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    public func skip(_ count: Int) -> Observable<Element> {
        Linear(asObservable()) { SkipSink($0, $1, count) }
    }

    /// Skips elements until `predicate` first returns false, then delivers all elements.
    ///
    /// The element for which `predicate` returns false is delivered. `predicate` isn't called again.
    /// - Ends: with the source; fails with an error thrown by `predicate`.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func skip(while predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        Linear(asObservable()) { SkipWhileSink($0, $1, predicate) }
    }
}

private final class SkipSink<Element>: LinearSink<Element, Element>, @unchecked Sendable {
    private var remaining: Int

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ count: Int) {
        remaining = count
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        if remaining <= 0 { downstream.next(element) } else { remaining -= 1 }
    }
}

private final class SkipWhileSink<Element>: LinearSink<Element, Element>, @unchecked Sendable {
    private var predicate: (@Sendable (Element) throws -> Bool)?

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ predicate: @escaping @Sendable (Element) throws -> Bool) {
        self.predicate = predicate
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        if isOver { return }
        do {
            if let predicate, try predicate(element) { return }
        } catch {
            return fail(error)
        }
        let finished = predicate.take()
        downstream.next(element)
        // Released outside the access and after the delivery: a `deinit` of a captured object may send an element.
        withExtendedLifetime(finished) {}
    }
}
