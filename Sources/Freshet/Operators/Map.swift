extension ObservableType {
    /// Transforms each element; an error thrown by `transform` fails the stream. Ends with the source.
    /// ```
    /// source              --1---2---|
    /// map { $0 * 10 }     --10--20--|
    /// ```
    @preconcurrency
    public func map<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Observable<Result> {
        Linear(asObservable()) { MapStage($0, transform) }
    }
}

// Safe to hand between threads: see Sink.
private final class MapStage<Input, Output>: Stage<Input, Output>, @unchecked Sendable {
    private let transform: @Sendable (Input) throws -> Output

    init(_ downstream: Sink<Output>, _ transform: @escaping @Sendable (Input) throws -> Output) {
        self.transform = transform
        super.init(downstream)
    }

    override func next(_ element: Input) {
        do { downstream.next(try transform(element)) } catch { fail(error) }
    }
}
