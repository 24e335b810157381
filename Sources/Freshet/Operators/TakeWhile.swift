/// Whether the element that decides is delivered too.
public enum TakeBehavior: Sendable {
    /// It is delivered as the last one.
    case inclusive
    /// It is left out.
    case exclusive
}

extension ObservableType {
    /// Delivers elements as long as `predicate` holds, then completes. An error that it throws fails the stream.
    @preconcurrency
    public func take(
        while predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        Linear(asObservable()) { TakeWhileStage($0, behavior, predicate) }
    }

    /// Delivers elements until `predicate` holds, then completes. An error that it throws fails the stream.
    @preconcurrency
    public func take(
        until predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        Linear(asObservable()) { TakeWhileStage($0, behavior) { try !predicate($0) } }
    }
}

// Safe to hand between threads: see Sink.
private final class TakeWhileStage<Element>: Stage<Element, Element>, @unchecked Sendable {
    private let behavior: TakeBehavior
    private let predicate: @Sendable (Element) throws -> Bool
    private var isTaking = true

    init(
        _ downstream: Sink<Element>, _ behavior: TakeBehavior, _ predicate: @escaping @Sendable (Element) throws -> Bool
    ) {
        self.behavior = behavior
        self.predicate = predicate
        super.init(downstream)
    }

    override func next(_ element: Element) {
        guard isTaking else { return }
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
