extension ObservableType {
    /// Accumulates elements and delivers the accumulated value after each of them.
    ///
    /// Each subscription starts from `seed`, which isn't delivered. If `accumulator` causes the source to emit, those
    /// elements wait until the current change is complete.
    /// ```
    /// source         --1--2--3--|
    /// scan(0, +)     --1--3--6--|
    /// ```
    /// - Ends: with the source; fails with an error thrown by `accumulator`.
    /// - Runs on: the source's thread.
    /// - Keeps: the accumulated value.
    @preconcurrency
    public func scan<A>(
        _ seed: sending A, accumulator: @escaping @Sendable (A, Element) throws -> A
    ) -> Observable<A> {
        scan(into: seed) { $0 = try accumulator($0, $1) }
    }

    /// Accumulates elements in place and delivers the accumulated value after each of them.
    ///
    /// Avoids copying collections. If `accumulator` causes the source to emit, those elements wait until the current
    /// change is complete.
    /// - Ends: with the source; fails with an error thrown by `accumulator`.
    /// - Runs on: the source's thread.
    /// - Keeps: the accumulated value.
    @preconcurrency
    public func scan<A>(
        into seed: sending A, accumulator: @escaping @Sendable (inout A, Element) throws -> Void
    ) -> Observable<A> {
        let seed = UncheckedTransfer(seed)
        return Linear(asObservable()) { ScanSink($0, $1, seed.value, accumulator) }
    }
}

// Sendable: see Sink.
private final class ScanSink<Input, Output>: AccumulatingSink<Input, Output, Output>, @unchecked Sendable {
    override func accumulated(_ value: Output) { downstream.next(value) }
}

// Sendable: see Sink; the events of a chain are serialized.
/// A sink that accumulates elements.
///
/// Elements that the accumulator sends to the source wait until the current change is complete.
class AccumulatingSink<Input, Accumulated, Output>: LinearSink<Input, Output>, @unchecked Sendable {
    private let value = LatestValue<Accumulated>()
    private let accumulator: @Sendable (inout Accumulated, Input) throws -> Void
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private var postponed = PostponedEvents<Input>()
    @exclusivity(unchecked) private var isAccumulating = false

    init(
        _ downstream: Sink<Output>, _ lifetime: Lifetime, _ seed: Accumulated,
        _ accumulator: @escaping @Sendable (inout Accumulated, Input) throws -> Void
    ) {
        value.replace(with: seed)
        self.accumulator = accumulator
        super.init(downstream, lifetime)
    }

    /// Handles the accumulated value after each element.
    func accumulated(_ value: Accumulated) {}

    /// Handles the source's terminal event, after all elements.
    func ended(_ end: Termination, _ value: Accumulated) { conclude(end) }

    override final func next(_ element: Input) {
        if isAccumulating || !postponed.isEmpty { return postponed.append(element) }
        accumulate(element)
        if !postponed.isEmpty { accumulatePostponed() }
        if let end = postponed.end { ended(end, value.current) }
    }

    @inline(never)
    private func accumulatePostponed() {
        while let element = postponed.next() { accumulate(element) }
    }

    private func accumulate(_ element: Input) {
        if isOver { return }
        do {
            isAccumulating = true
            defer { isAccumulating = false }
            try value.update { try accumulator(&$0, element) }
        } catch {
            return fail(error)
        }
        accumulated(value.current)
    }

    override final func error(_ error: any Error) { sourceEnded(.error(error)) }
    override final func completed() { sourceEnded(.completed) }

    private func sourceEnded(_ end: Termination) {
        if isAccumulating || !postponed.isEmpty { postponed.end = end } else { ended(end, value.current) }
    }
}
