extension ObservableType {
    /// Groups elements into arrays of `count`.
    ///
    /// On completion, delivers the remaining elements as a shorter array unless there are none. An error drops them.
    /// ```
    /// source         -a-b-c-|
    /// collect(2)     ---[ab]--([c]|)
    /// ```
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: up to `count` elements.
    /// - Precondition: `count` is positive.
    @_disfavoredOverload
    public func collect(_ count: Int) -> Observable<[Element]> {
        precondition(count > 0, "`count` must be positive.")
        return Linear(asObservable()) { CollectSink($0, $1, count) }
    }
}

private final class CollectSink<Element>: LinearSink<Element, [Element]>, @unchecked Sendable {
    private let count: Int
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private var elements: [Element] = []

    init(_ downstream: Sink<[Element]>, _ lifetime: Lifetime, _ count: Int) {
        self.count = count
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        elements.append(element)
        guard elements.count == count else { return }
        let full = elements
        // Reset before the delivery: an element that arrives during it belongs to the next array.
        elements = []
        downstream.next(full)
    }

    override func completed() {
        guard end() else { return }
        if !elements.isEmpty { downstream.next(elements) }
        downstream.completed()
    }
}
