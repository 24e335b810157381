extension ObservableType {
    /// Transforms each element and leaves out what becomes nil; an error thrown by `transform` fails the stream. Ends with the source.
    @preconcurrency
    public func compactMap<Result>(
        _ transform: @escaping @Sendable (Element) throws -> Result?
    ) -> Observable<Result> {
        Linear(asObservable()) { CompactMapStage($0, transform) }
    }

    /// Delivers a property of each element, and leaves out where it is nil. Ends with the source.
    public func compactMap<Result>(_ keyPath: any KeyPath<Element, Result?> & Sendable) -> Observable<Result> {
        compactMap { $0[keyPath: keyPath] }
    }
}

// Safe to hand between threads: see Sink.
private final class CompactMapStage<Input, Output>: Stage<Input, Output>, @unchecked Sendable {
    private let transform: @Sendable (Input) throws -> Output?

    init(_ downstream: Sink<Output>, _ transform: @escaping @Sendable (Input) throws -> Output?) {
        self.transform = transform
        super.init(downstream)
    }

    override func next(_ element: Input) {
        do {
            if let result = try transform(element) { downstream.next(result) }
        } catch {
            fail(error)
        }
    }
}
