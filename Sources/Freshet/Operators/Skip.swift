extension ObservableType {
    /// Leaves out the first `count` elements; a negative count leaves out none. Ends with the source.
    public func skip(_ count: Int) -> Observable<Element> {
        Linear(asObservable()) { SkipStage($0, count) }
    }

    /// Leaves out elements as long as `predicate` holds; the first for which it does not is delivered, and all that follow. Ends with the source; an error that `predicate` throws fails the stream.
    @preconcurrency
    public func skip(while predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        Linear(asObservable()) { SkipWhileStage($0, predicate) }
    }
}

// Safe to hand between threads: see Sink.
private final class SkipStage<Element>: Stage<Element, Element>, @unchecked Sendable {
    private var remaining: Int

    init(_ downstream: Sink<Element>, _ count: Int) {
        remaining = count
        super.init(downstream)
    }

    override func next(_ element: Element) {
        if remaining <= 0 { downstream.next(element) } else { remaining -= 1 }
    }
}

// Safe to hand between threads: see Sink.
private final class SkipWhileStage<Element>: Stage<Element, Element>, @unchecked Sendable {
    private var predicate: (@Sendable (Element) throws -> Bool)?

    init(_ downstream: Sink<Element>, _ predicate: @escaping @Sendable (Element) throws -> Bool) {
        self.predicate = predicate
        super.init(downstream)
    }

    override func next(_ element: Element) {
        do {
            if let predicate, try predicate(element) { return }
        } catch {
            return fail(error)
        }
        predicate = nil
        downstream.next(element)
    }
}
