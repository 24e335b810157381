extension ObservableType {
    /// Delivers the first `count` elements and completes with the last of them; at once for 0.
    /// ```
    /// source      --a--b--c--d--|
    /// take(2)     --a--(b|)
    /// ```
    /// - Precondition: `count` is not negative.
    public func take(_ count: Int) -> Observable<Element> {
        precondition(count >= 0, "One cannot take \(count) elements.")
        return count == 0 ? .empty() : Linear(asObservable()) { TakeStage($0, count) }
    }

    /// Delivers the last `count` elements when the source completes; keeps that many. An error drops them.
    /// - Precondition: `count` is not negative.
    public func takeLast(_ count: Int) -> Observable<Element> {
        precondition(count >= 0, "One cannot take \(count) elements.")
        return Timed(asObservable()) { TakeLastStage($0, count, $1) }
    }
}

// Safe to hand between threads: see Sink.
private final class TakeStage<Element>: Stage<Element, Element>, @unchecked Sendable {
    private var remaining: Int

    init(_ downstream: Sink<Element>, _ count: Int) {
        remaining = count
        super.init(downstream)
    }

    override func next(_ element: Element) {
        // An element that comes while the last one is delivered finds none remaining.
        guard remaining > 0 else { return }
        remaining -= 1
        let isLast = remaining == 0
        downstream.next(element)
        if isLast { complete() }
    }
}

// Safe to hand between threads: see Sink.
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
