extension ObservableType {
    /// Pairs each element with its index, counted from 0.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    public func enumerated() -> Observable<(index: Int, element: Element)> {
        Linear(asObservable()) { EnumeratedSink($0, $1) }
    }
}

private final class EnumeratedSink<Element>: LinearSink<Element, (index: Int, element: Element)>, @unchecked Sendable {
    private var index = 0

    override func next(_ element: Element) {
        // Incremented before the delivery: an element that arrives during it gets the next index.
        let index = index
        self.index += 1
        downstream.next((index: index, element: element))
    }
}
