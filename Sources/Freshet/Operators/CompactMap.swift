extension ObservableType {
    /// Transforms each element and drops nil results.
    /// - Ends: with the source; fails with an error thrown by `transform`.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func compactMap<Result>(
        _ transform: @escaping @Sendable (Element) throws -> Result?
    ) -> Observable<Result> {
        Evaluated<Element, Result>(asObservable(), CompactMapEvaluation(transform))
    }

    /// Delivers an optional property of each element and drops nil values; see
    /// ``compactMap(_:)-((Self.Element)->Result?)``.
    @_disfavoredOverload
    public func compactMap<Result>(_ keyPath: any KeyPath<Element, Result?> & Sendable) -> Observable<Result> {
        compactMap { $0[keyPath: keyPath] }
    }
}

final class CompactMapEvaluation<Input, Output>: Evaluation<Input, Output>, @unchecked Sendable {
    private let transform: @Sendable (Input) throws -> Output?

    init(_ transform: @escaping @Sendable (Input) throws -> Output?) {
        self.transform = transform
    }

    override func evaluate(_ input: Input, _ lifetime: Lifetime) throws(NoOutput) -> Output {
        do { if let result = try transform(input) { return result } } catch { throw .failed(error) }
        throw .unwanted
    }
}
