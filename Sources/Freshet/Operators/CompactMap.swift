extension ObservableType {
    /// Transforms each element and drops nil results.
    /// - Ends: with the source; fails with an error thrown by `transform`.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func compactMap<Result>(
        _ transform: @escaping @Sendable (Element) throws -> Result?
    ) -> Observable<Result> {
        asObservable().evaluated(CompactMapStep(transform: transform))
    }

    /// Delivers an optional property of each element and drops nil values; see ``compactMap(_:)-((Self.Element)->Result?)``.
    public func compactMap<Result>(_ keyPath: any KeyPath<Element, Result?> & Sendable) -> Observable<Result> {
        compactMap { $0[keyPath: keyPath] }
    }
}

private struct CompactMapStep<Input, Output>: EvaluationStep {
    let transform: @Sendable (Input) throws -> Output?

    func first() -> Evaluation<Input, Output> { FirstCompactMap(transform) }
    func following<Root>(_ evaluation: Evaluation<Root, Input>) -> Evaluation<Root, Output> {
        LaterCompactMap(evaluation, transform)
    }
}

// Safe to share: see Evaluation.
private final class FirstCompactMap<Input, Output>: Evaluation<Input, Output>, @unchecked Sendable {
    private let transform: @Sendable (Input) throws -> Output?

    init(_ transform: @escaping @Sendable (Input) throws -> Output?) {
        self.transform = transform
    }

    override func evaluate(_ input: Input) throws(Refusal) -> Output {
        do { if let result = try transform(input) { return result } } catch { throw .failed(error) }
        throw .unwanted
    }
}

// Safe to share: see Evaluation.
final class LaterCompactMap<Root, Input, Output>: Evaluation<Root, Output>, @unchecked Sendable {
    private let source: Evaluation<Root, Input>
    private let transform: @Sendable (Input) throws -> Output?

    init(_ source: Evaluation<Root, Input>, _ transform: @escaping @Sendable (Input) throws -> Output?) {
        self.source = source
        self.transform = transform
    }

    override func evaluate(_ input: Root) throws(Refusal) -> Output {
        let element = try source.evaluate(input)
        do { if let result = try transform(element) { return result } } catch { throw .failed(error) }
        throw .unwanted
    }
}
