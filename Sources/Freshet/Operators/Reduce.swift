extension ObservableType {
    /// Accumulates all elements and delivers the result on completion; see ``reduce(_:accumulator:mapResult:)``.
    @preconcurrency
    public func reduce<A>(_ seed: sending A, accumulator: @escaping @Sendable (A, Element) throws -> A) -> Observable<A>
    {
        reduce(seed, accumulator: accumulator, mapResult: { $0 })
    }

    /// Accumulates all elements and delivers the transformed result on completion.
    ///
    /// Each subscription starts from `seed`, which is the result for an empty source. Calls `mapResult` once, on
    /// completion. If `accumulator` causes the source to emit, those elements wait until the current change is
    /// complete.
    /// - Ends: with the source; fails with an error thrown by a closure.
    /// - Runs on: the source's thread.
    /// - Keeps: the accumulated value.
    @preconcurrency
    public func reduce<A, Result>(
        _ seed: sending A, accumulator: @escaping @Sendable (A, Element) throws -> A,
        mapResult: @escaping @Sendable (A) throws -> Result
    ) -> Observable<Result> {
        let seed = UncheckedTransfer(seed)
        return Linear(asObservable()) { ReduceSink($0, $1, seed.value, { $0 = try accumulator($0, $1) }, mapResult) }
    }

    /// Delivers all elements as one array when the source completes.
    ///
    /// An error drops the elements.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: all elements, without a bound.
    public func toArray() -> Single<[Element]> {
        Single(Linear(asObservable()) { ToArraySink($0, $1) })
    }
}

// Sendable: see Sink.
private final class ReduceSink<Input, Accumulated, Output>: AccumulatingSink<Input, Accumulated, Output>,
    @unchecked Sendable
{
    private let mapResult: @Sendable (Accumulated) throws -> Output

    init(
        _ downstream: Sink<Output>, _ lifetime: Lifetime, _ seed: Accumulated,
        _ accumulator: @escaping @Sendable (inout Accumulated, Input) throws -> Void,
        _ mapResult: @escaping @Sendable (Accumulated) throws -> Output
    ) {
        self.mapResult = mapResult
        super.init(downstream, lifetime, seed, accumulator)
    }

    override func ended(_ end: Termination, _ value: Accumulated) {
        guard case .completed = end else { return conclude(end) }
        guard !lifetime.hasEnded, self.end() else { return }
        do {
            downstream.next(try mapResult(value))
            downstream.completed()
        } catch {
            downstream.error(error)
        }
    }
}

private final class ToArraySink<Element>: LinearSink<Element, [Element]>, @unchecked Sendable {
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private var elements: [Element] = []

    override func next(_ element: Element) { elements.append(element) }

    override func completed() {
        guard end() else { return }
        downstream.next(elements)
        downstream.completed()
    }
}
