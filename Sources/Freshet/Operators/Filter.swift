extension ObservableType {
    /// Lets the elements pass for which `predicate` holds; an error that it throws fails the stream. Ends with the source.
    @preconcurrency
    public func filter(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        Linear(asObservable()) { FilterStage($0, predicate) }
    }

    /// Lets only the terminal event pass. Ends with the source.
    public func ignoreElements() -> Observable<Never> {
        ignoreElements(as: Never.self)
    }

    /// Lets only the terminal event pass, to whom something else is promised.
    func ignoreElements<Output>(as _: Output.Type) -> Observable<Output> {
        Linear(asObservable()) { IgnoreStage($0) }
    }
}

// Safe to hand between threads: see Sink.
private final class FilterStage<Element>: Stage<Element, Element>, @unchecked Sendable {
    private let predicate: @Sendable (Element) throws -> Bool

    init(_ downstream: Sink<Element>, _ predicate: @escaping @Sendable (Element) throws -> Bool) {
        self.predicate = predicate
        super.init(downstream)
    }

    override func next(_ element: Element) {
        do {
            if try predicate(element) { downstream.next(element) }
        } catch {
            fail(error)
        }
    }
}

// Safe to hand between threads: see Sink.
private final class IgnoreStage<Element, Output>: Stage<Element, Output>, @unchecked Sendable {
    override func next(_ element: Element) {}
}
