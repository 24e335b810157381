extension ObservableType {
    /// Transforms each element.
    /// ```
    /// source              --1---2---|
    /// map { $0 * 10 }     --10--20--|
    /// ```
    /// - Ends: with the source; fails with an error thrown by `transform`.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func map<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Observable<Result> {
        asObservable().mapped(transform)
    }
}

// Evaluated.swift runs adjacent maps and filters in one sink.
final class FirstMap<Input, Output>: Evaluation<Input, Output>, @unchecked Sendable {
    private let transform: @Sendable (Input) throws -> Output

    init(_ transform: @escaping @Sendable (Input) throws -> Output) {
        self.transform = transform
    }

    override func evaluate(_ input: Input, _ lifetime: Lifetime) throws(NoOutput) -> Output {
        do { return try transform(input) } catch { throw .failed(error) }
    }
}

final class LaterMap<Root, Input, Output>: Evaluation<Root, Output>, @unchecked Sendable {
    private let source: Evaluation<Root, Input>
    private let transform: @Sendable (Input) throws -> Output

    init(_ source: Evaluation<Root, Input>, _ transform: @escaping @Sendable (Input) throws -> Output) {
        self.source = source
        self.transform = transform
    }

    override func evaluate(_ input: Root, _ lifetime: Lifetime) throws(NoOutput) -> Output {
        let element = try source.evaluate(input, lifetime)
        if lifetime.hasEnded { throw .unwanted }
        do { return try transform(element) } catch { throw .failed(error) }
    }

    override func mapped<Result>(_ next: @escaping @Sendable (Output) throws -> Result) -> Evaluation<Root, Result> {
        MapMap(source, transform, next)
    }

    override func filtered(_ predicate: @escaping @Sendable (Output) throws -> Bool) -> Evaluation<Root, Output> {
        MapFilter(source, transform, predicate)
    }
}
