extension ObservableType {
    /// Delivers elements in arrays of `count`, and at the completion one of what is left, unless that is nothing.
    /// ```
    /// source         -a-b-c-|
    /// collect(2)     ---[ab]--([c]|)
    /// ```
    /// An error drops what has come. *Keeps* up to `count` elements.
    /// - Precondition: `count` is positive.
    public func collect(_ count: Int) -> Observable<[Element]> {
        precondition(count > 0, "An array of \(count) elements is never full.")
        return Linear(asObservable()) { CollectStage($0, count) }
    }
}

// Safe to hand between threads: see Sink.
private final class CollectStage<Element>: Stage<Element, [Element]>, @unchecked Sendable {
    private let count: Int
    // Not checked for overlapping access: no foreign code runs while it changes.
    @exclusivity(unchecked) private var elements: [Element] = []

    init(_ downstream: Sink<[Element]>, _ count: Int) {
        self.count = count
        super.init(downstream)
    }

    override func next(_ element: Element) {
        elements.append(element)
        guard elements.count == count else { return }
        let full = elements
        // Before the array is handed on, so that an element that comes in reaction belongs to the next one.
        elements = []
        downstream.next(full)
    }

    override func completed() {
        guard end() else { return }
        if !elements.isEmpty { downstream.next(elements) }
        downstream.completed()
    }
}
