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

// Safe to hand between threads: see Sink.
private final class ScanStage<Input, Output>: Stage<Input, Output>, @unchecked Sendable {
    // Not a variable: each change of one would cost a check for overlapping access.
    private let accumulated = UnsafeMutablePointer<Output>.allocate(capacity: 1)
    private let accumulator: @Sendable (Output, Input) throws -> Output

    init(
        _ downstream: Sink<Output>, _ seed: Output, _ accumulator: @escaping @Sendable (Output, Input) throws -> Output
    ) {
        accumulated.initialize(to: seed)
        self.accumulator = accumulator
        super.init(downstream)
    }

    deinit {
        accumulated.deinitialize(count: 1)
        accumulated.deallocate()
    }

    override func next(_ element: Input) {
        do {
            accumulated.pointee = try accumulator(accumulated.pointee, element)
            downstream.next(accumulated.pointee)
        } catch {
            fail(error)
        }
    }
}

// Safe to hand between threads: see Sink.
private final class ScanIntoStage<Input, Output>: Stage<Input, Output>, @unchecked Sendable {
    // Not a variable: each change of one would cost a check for overlapping access.
    private let accumulated = UnsafeMutablePointer<Output>.allocate(capacity: 1)
    private let accumulator: @Sendable (inout Output, Input) throws -> Void

    init(
        _ downstream: Sink<Output>, _ seed: Output,
        _ accumulator: @escaping @Sendable (inout Output, Input) throws -> Void
    ) {
        accumulated.initialize(to: seed)
        self.accumulator = accumulator
        super.init(downstream)
    }

    deinit {
        accumulated.deinitialize(count: 1)
        accumulated.deallocate()
    }

    override func next(_ element: Input) {
        do {
            try accumulator(&accumulated.pointee, element)
            downstream.next(accumulated.pointee)
        } catch {
            fail(error)
        }
    }
}
