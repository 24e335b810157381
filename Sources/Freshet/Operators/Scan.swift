extension ObservableType {
    /// Accumulates elements and delivers the accumulated value after each of them.
    ///
    /// Each subscription starts from `seed`, which isn't delivered.
    /// ```
    /// source         --1--2--3--|
    /// scan(0, +)     --1--3--6--|
    /// ```
    /// - Ends: with the source; fails with an error thrown by `accumulator`.
    /// - Runs on: the source's thread.
    /// - Keeps: the accumulated value.
    @preconcurrency
    public func scan<A>(
        _ seed: A, accumulator: @escaping @Sendable (A, Element) throws -> A
    ) -> Observable<A> {
        let seed = Handover(seed)
        return Linear(asObservable()) { ScanSink($0, $1, seed.value, accumulator) }
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
        into seed: A, accumulator: @escaping @Sendable (inout A, Element) throws -> Void
    ) -> Observable<A> {
        let seed = Handover(seed)
        return Linear(asObservable()) { ScanIntoSink($0, $1, seed.value, accumulator) }
    }
}

private final class ScanSink<Input, Output>: LinearSink<Input, Output>, @unchecked Sendable {
    private let accumulated = Latest<Output>()
    private let accumulator: @Sendable (Output, Input) throws -> Output

    init(
        _ downstream: Sink<Output>, _ lifetime: Lifetime, _ seed: Output,
        _ accumulator: @escaping @Sendable (Output, Input) throws -> Output
    ) {
        accumulated.replace(with: seed)
        self.accumulator = accumulator
        super.init(downstream, lifetime)
    }

    override func next(_ element: Input) {
        if isOver { return }
        do {
            let result = try accumulator(accumulated.current, element)
            accumulated.replace(with: result) { downstream.next(result) }
        } catch {
            fail(error)
        }
    }
}

private final class ScanIntoSink<Input, Output>: LinearSink<Input, Output>, @unchecked Sendable {
    private let accumulated = Latest<Output>()
    private let accumulator: @Sendable (inout Output, Input) throws -> Void
    /// Elements that arrive while the accumulator runs. They are accumulated after the current change.
    private let waiting = Ring<Input>()
    private var end: Termination?
    private var isAccumulating = false

    init(
        _ downstream: Sink<Output>, _ lifetime: Lifetime, _ seed: Output,
        _ accumulator: @escaping @Sendable (inout Output, Input) throws -> Void
    ) {
        accumulated.replace(with: seed)
        self.accumulator = accumulator
        super.init(downstream, lifetime)
    }

    override func next(_ element: Input) {
        if isAccumulating || waiting.count > 0 { return waiting.append(element) }
        accumulate(element)
        while waiting.count > 0 { accumulate(waiting.removeFirst()) }
        if let end { conclude(end) }
    }

    private func accumulate(_ element: Input) {
        if isOver { return }
        do {
            isAccumulating = true
            defer { isAccumulating = false }
            try accumulated.update { try accumulator(&$0, element) }
        } catch {
            waiting.removeAll()
            return fail(error)
        }
        downstream.next(accumulated.current)
    }

    override func error(_ error: any Error) { sourceEnded(.error(error)) }
    override func completed() { sourceEnded(.completed) }

    private func sourceEnded(_ end: Termination) {
        if isAccumulating || waiting.count > 0 { self.end = end } else { conclude(end) }
    }
}
