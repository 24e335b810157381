extension ObservableType {
    /// Delivers each element after the first together with the previous one.
    /// ```
    /// source       --a---b----c---|
    /// pairwise     -----ab---bc---|
    /// ```
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: one element.
    @_disfavoredOverload
    public func pairwise() -> Observable<(Element, Element)> {
        Linear(asObservable()) { PairwiseSink($0, $1) }
    }
}

private final class PairwiseSink<Element>: LinearSink<Element, (Element, Element)>, @unchecked Sendable {
    private let last = LatestValue<Element>()

    override func next(_ element: Element) {
        guard last.isPresent else { return last.replace(with: element) }
        let pair = (last.current, element)
        // Replaced before the delivery: an element that arrives during it is paired with this one.
        last.replace(with: element)
        downstream.next(pair)
    }
}
