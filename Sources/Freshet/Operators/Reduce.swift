extension ObservableType {
    /// Delivers, when the source completes, what `accumulator` made of all elements; the seed if there were none.
    ///
    /// Keeps one accumulated value. An error thrown by a closure fails the stream.
    @preconcurrency
    public func reduce<A>(_ seed: A, accumulator: @escaping @Sendable (A, Element) throws -> A) -> Observable<A> {
        reduce(seed, accumulator: accumulator, mapResult: { $0 })
    }

    /// Delivers, when the source completes, `mapResult` of what `accumulator` made of all elements. An error that a closure throws fails the stream. Keeps one accumulated value.
    @preconcurrency
    public func reduce<A, Result>(
        _ seed: A, accumulator: @escaping @Sendable (A, Element) throws -> A,
        mapResult: @escaping @Sendable (A) throws -> Result
    ) -> Observable<Result> {
        let seed = Handover(seed)
        return Linear(asObservable()) { ReduceStage($0, seed.value, accumulator, mapResult) }
    }

    /// Delivers all elements as one array when the source completes. Keeps all of them until then. Fails with the source, dropping them.
    public func toArray() -> Single<[Element]> {
        Single(Linear(asObservable()) { ToArrayStage($0) })
    }
}

// Safe to hand between threads: see Sink.
private final class ReduceStage<Input, Accumulated, Output>: Stage<Input, Output>, @unchecked Sendable {
    // Not checked for overlapping access: no foreign code runs while it changes.
    @exclusivity(unchecked) private var accumulated: Accumulated
    private let accumulator: @Sendable (Accumulated, Input) throws -> Accumulated
    private let mapResult: @Sendable (Accumulated) throws -> Output

    init(
        _ downstream: Sink<Output>, _ seed: Accumulated,
        _ accumulator: @escaping @Sendable (Accumulated, Input) throws -> Accumulated,
        _ mapResult: @escaping @Sendable (Accumulated) throws -> Output
    ) {
        accumulated = seed
        self.accumulator = accumulator
        self.mapResult = mapResult
        super.init(downstream)
    }

    override func next(_ element: Input) {
        do { accumulated = try accumulator(accumulated, element) } catch { fail(error) }
    }

    override func completed() {
        guard end() else { return }
        do {
            downstream.next(try mapResult(accumulated))
            downstream.completed()
        } catch {
            downstream.error(error)
        }
    }
}

// Safe to hand between threads: see Sink.
private final class ToArrayStage<Element>: Stage<Element, [Element]>, @unchecked Sendable {
    // Not checked for overlapping access: no foreign code runs while it changes.
    @exclusivity(unchecked) private var elements: [Element] = []

    override func next(_ element: Element) { elements.append(element) }

    override func completed() {
        guard end() else { return }
        downstream.next(elements)
        downstream.completed()
    }
}
