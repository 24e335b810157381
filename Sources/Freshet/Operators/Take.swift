extension ObservableType {
    /// Delivers the first `count` elements, then completes.
    ///
    /// If `count` is 0, completes during the subscription without subscribing to the source.
    /// ```
    /// source      --a--b--c--d--|
    /// take(2)     --a--(b|)
    /// ```
    /// - Ends: after `count` elements, or with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    /// - Precondition: `count` is at least 0.
    public func take(_ count: Int) -> Observable<Element> {
        precondition(count >= 0, "`count` must be at least 0.")
        return count == 0 ? .empty() : Linear(asObservable()) { sink, _ in TakeStage(sink, count) }
    }

    /// Delivers the last `count` elements when the source completes.
    ///
    /// An error drops the elements.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: the last `count` elements.
    /// - Precondition: `count` is at least 0.
    public func takeLast(_ count: Int) -> Observable<Element> {
        precondition(count >= 0, "`count` must be at least 0.")
        return Linear(asObservable()) { TakeLastStage($0, count, $1) }
    }
}

private final class TakeStage<Element>: Stage<Element, Element>, @unchecked Sendable {
    private var remaining: Int

    init(_ downstream: Sink<Element>, _ count: Int) {
        remaining = count
        super.init(downstream)
    }

    override func next(_ element: Element) {
        // 0 for an element that arrives while the last one is being delivered.
        guard remaining > 0 else { return }
        remaining -= 1
        let isLast = remaining == 0
        downstream.next(element)
        if isLast { complete() }
    }
}

private final class TakeLastStage<Element>: Stage<Element, Element>, @unchecked Sendable {
    private let count: Int
    private let lifetime: Lifetime
    private var last = Queue<Element>()

    init(_ downstream: Sink<Element>, _ count: Int, _ lifetime: Lifetime) {
        self.count = count
        self.lifetime = lifetime
        super.init(downstream)
    }

    override func next(_ element: Element) {
        last.append(element)
        if last.count > count { _ = last.popFirst() }
    }

    override func completed() {
        while !lifetime.isDisposed, let element = last.popFirst() { downstream.next(element) }
        complete()
    }
}
