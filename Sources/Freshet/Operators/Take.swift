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
        return count == 0 ? .empty() : Linear(asObservable()) { TakeSink($0, $1, count) }
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
        return Linear(asObservable()) { TakeLastSink($0, $1, count) }
    }
}

private final class TakeSink<Element>: LinearSink<Element, Element>, @unchecked Sendable {
    private var remaining: Int

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ count: Int) {
        remaining = count
        super.init(downstream, lifetime)
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

private final class TakeLastSink<Element>: LinearSink<Element, Element>, @unchecked Sendable {
    private let count: Int
    private var last = Queue<Element>()

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ count: Int) {
        self.count = count
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        last.append(element)
        if last.count > count { _ = last.popFirst() }
    }

    override func completed() { deliver() }

    /// Delivers the elements, and continues later if the consumer has no room.
    private func deliver() {
        while !lifetime.hasEnded, !last.isEmpty {
            if lifetime.isPaused { return lifetime.whenRenewed { self.deliver() } }
            if let element = last.popFirst() { downstream.next(element) }
        }
        if !lifetime.hasEnded { complete() }
    }
}
