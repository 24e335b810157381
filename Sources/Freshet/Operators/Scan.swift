extension ObservableType {
    /// Delivers what `accumulator` makes of all elements so far, after each of them; the seed itself is not delivered.
    /// ```
    /// source         --1--2--3--|
    /// scan(0, +)     --1--3--6--|
    /// ```
    /// Each subscription starts from the seed. An error thrown by `accumulator` fails the stream.
    @preconcurrency
    public func scan<A>(
        _ seed: A, accumulator: @escaping @Sendable (A, Element) throws -> A
    ) -> Observable<A> {
        let seed = Handover(seed)
        return Linear(asObservable()) { ScanStage($0, seed.value, accumulator) }
    }

    /// Delivers an accumulated value that `accumulator` changes in place, after each element.
    @preconcurrency
    public func scan<A>(
        into seed: A, accumulator: @escaping @Sendable (inout A, Element) throws -> Void
    ) -> Observable<A> {
        let seed = Handover(seed)
        return Linear(asObservable()) { ScanIntoStage($0, seed.value, accumulator) }
    }
}

// Safe to hand between threads: see Sink.
private final class ScanStage<Input, Output>: Stage<Input, Output>, @unchecked Sendable {
    private var accumulated: Output
    private let accumulator: @Sendable (Output, Input) throws -> Output

    init(
        _ downstream: Sink<Output>, _ seed: Output, _ accumulator: @escaping @Sendable (Output, Input) throws -> Output
    ) {
        accumulated = seed
        self.accumulator = accumulator
        super.init(downstream)
    }

    override func next(_ element: Input) {
        do {
            accumulated = try accumulator(accumulated, element)
            downstream.next(accumulated)
        } catch {
            fail(error)
        }
    }
}

// Safe to hand between threads: see Sink.
private final class ScanIntoStage<Input, Output>: Stage<Input, Output>, @unchecked Sendable {
    private var accumulated: Output
    private let accumulator: @Sendable (inout Output, Input) throws -> Void

    init(
        _ downstream: Sink<Output>, _ seed: Output,
        _ accumulator: @escaping @Sendable (inout Output, Input) throws -> Void
    ) {
        accumulated = seed
        self.accumulator = accumulator
        super.init(downstream)
    }

    override func next(_ element: Input) {
        do {
            try accumulator(&accumulated, element)
            downstream.next(accumulated)
        } catch {
            fail(error)
        }
    }
}
