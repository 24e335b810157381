extension ObservableType {
    /// Delivers what `accumulator` makes of all elements so far, after each of them; the seed itself is not delivered.
    /// ```
    /// source         --1--2--3--|
    /// scan(0, +)     --1--3--6--|
    /// ```
    /// Each subscription starts from the seed. An error thrown by `accumulator` fails the stream. Ends with the source. *Keeps* one accumulated value.
    @preconcurrency
    public func scan<A>(
        _ seed: A, accumulator: @escaping @Sendable (A, Element) throws -> A
    ) -> Observable<A> {
        let seed = Handover(seed)
        return Linear(asObservable()) { ScanStage($0, seed.value, accumulator) }
    }

    /// Delivers an accumulated value that `accumulator` changes in place, after each element. For collections, which are not copied so. Ends with the source; an error that `accumulator` throws fails the stream.
    @preconcurrency
    public func scan<A>(
        into seed: A, accumulator: @escaping @Sendable (inout A, Element) throws -> Void
    ) -> Observable<A> {
        let seed = Handover(seed)
        return Linear(asObservable()) { ScanIntoStage($0, seed.value, accumulator) }
    }
}

// Sendable: see Sink.
private final class ScanStage<Input, Output>: Stage<Input, Output>, @unchecked Sendable {
    private let accumulated = Latest<Output>()
    private let accumulator: @Sendable (Output, Input) throws -> Output

    init(
        _ downstream: Sink<Output>, _ seed: Output, _ accumulator: @escaping @Sendable (Output, Input) throws -> Output
    ) {
        accumulated.replace(with: seed)
        self.accumulator = accumulator
        super.init(downstream)
    }

    override func next(_ element: Input) {
        do {
            accumulated.replace(with: try accumulator(accumulated.current, element))
            downstream.next(accumulated.current)
        } catch {
            fail(error)
        }
    }
}

// Sendable: see Sink.
private final class ScanIntoStage<Input, Output>: Stage<Input, Output>, @unchecked Sendable {
    private let accumulated = Latest<Output>()
    private let accumulator: @Sendable (inout Output, Input) throws -> Void
    /// What the accumulator itself has sent: it changes the value once the change under way is complete.
    private let waiting = Ring<Input>()
    private var end: Termination?
    private var isAccumulating = false

    init(
        _ downstream: Sink<Output>, _ seed: Output,
        _ accumulator: @escaping @Sendable (inout Output, Input) throws -> Void
    ) {
        accumulated.replace(with: seed)
        self.accumulator = accumulator
        super.init(downstream)
    }

    override func next(_ element: Input) {
        if isAccumulating || waiting.count > 0 { return waiting.append(element) }
        accumulate(element)
        while waiting.count > 0 { accumulate(waiting.removeFirst()) }
        if let end { conclude(end) }
    }

    private func accumulate(_ element: Input) {
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
