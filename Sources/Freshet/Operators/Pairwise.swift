extension ObservableType {
    /// Delivers each element together with the one before it; nothing for the first. Keeps one element. Ends with the source.
    /// ```
    /// source       --a---b----c---|
    /// pairwise     -----ab---bc---|
    /// ```
    public func pairwise() -> Observable<(Element, Element)> {
        Linear(asObservable()) { PairwiseStage($0) }
    }
}

// Safe to hand between threads: see Sink.
private final class PairwiseStage<Element>: Stage<Element, (Element, Element)>, @unchecked Sendable {
    private let last = Latest<Element>()

    override func next(_ element: Element) {
        guard last.isPresent else { return last.replace(with: element) }
        let pair = (last.current, element)
        // Before the pair is handed on, so that an element that comes in reaction is paired with this one.
        last.replace(with: element)
        downstream.next(pair)
    }
}
