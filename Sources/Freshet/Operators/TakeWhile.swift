/// The treatment of the element at which `take(while:)` and `take(until:)` end.
public enum TakeBehavior: Sendable {
    /// The element is delivered before the completion.
    case inclusive
    /// The element is dropped.
    case exclusive
}

extension ObservableType {
    /// Delivers elements until `predicate` returns false, then completes.
    ///
    /// `behavior` determines whether the element for which `predicate` returns false is delivered.
    /// - Ends: when `predicate` returns false, or with the source; fails with an error thrown by `predicate`.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func take(
        while predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        Linear(asObservable()) { TakeWhileSink($0, $1, behavior, predicate) }
    }

    /// Delivers elements until `predicate` returns true, then completes.
    ///
    /// `behavior` determines whether the element for which `predicate` returns true is delivered.
    /// - Ends: when `predicate` returns true, or with the source; fails with an error thrown by `predicate`.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func take(
        until predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        Linear(asObservable()) { sink, lifetime in TakeWhileSink(sink, lifetime, behavior) { try !predicate($0) } }
    }
}

private final class TakeWhileSink<Element>: LinearSink<Element, Element>, @unchecked Sendable {
    private let behavior: TakeBehavior
    private let predicate: @Sendable (Element) throws -> Bool
    private var isTaking = true

    init(
        _ downstream: Sink<Element>, _ lifetime: Lifetime, _ behavior: TakeBehavior,
        _ predicate: @escaping @Sendable (Element) throws -> Bool
    ) {
        self.behavior = behavior
        self.predicate = predicate
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        guard isTaking, !lifetime.hasEnded else { return }
        do {
            isTaking = try predicate(element)
        } catch {
            isTaking = false
            return fail(error)
        }
        if isTaking { return downstream.next(element) }
        if behavior == .inclusive { downstream.next(element) }
        complete()
    }
}
