extension ObservableType {
    /// Transforms each element and leaves out what becomes nil; an error thrown by `transform` fails the stream. Ends with the source.
    @preconcurrency
    public func compactMap<Result>(
        _ transform: @escaping @Sendable (Element) throws -> Result?
    ) -> Observable<Result> {
        Evaluated<Element, Result>(asObservable(), CompactMapEvaluation(transform))
    }

    /// Delivers a property of each element, and leaves out where it is nil. Ends with the source.
    public func compactMap<Result>(_ keyPath: any KeyPath<Element, Result?> & Sendable) -> Observable<Result> {
        compactMap { $0[keyPath: keyPath] }
    }
}

// Safe to share: see Evaluation.
final class CompactMapEvaluation<Input, Output>: Evaluation<Input, Output>, @unchecked Sendable {
    private let transform: @Sendable (Input) throws -> Output?

    init(_ transform: @escaping @Sendable (Input) throws -> Output?) {
        self.transform = transform
    }

    override func evaluate(_ input: Input) throws(Refusal) -> Output {
        do { if let result = try transform(input) { return result } } catch { throw .failed(error) }
        throw .unwanted
    }
}
