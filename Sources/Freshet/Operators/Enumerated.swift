extension ObservableType {
    /// Delivers each element with its number, counted from 0. Ends with the source.
    public func enumerated() -> Observable<(index: Int, element: Element)> {
        Linear(asObservable()) { EnumeratedStage($0) }
    }
}

// Safe to hand between threads: see Sink.
private final class EnumeratedStage<Element>: Stage<Element, (index: Int, element: Element)>, @unchecked Sendable {
    private var index = 0

    override func next(_ element: Element) {
        // Counted before the element is handed on, so that one that comes in reaction has a number of its own.
        let index = index
        self.index += 1
        downstream.next((index: index, element: element))
    }
}
