extension ObservableType {
    /// Delivers only elements for which `predicate` returns true.
    /// - Ends: with the source; fails with an error thrown by `predicate`.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func filter(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        asObservable().filtered(predicate)
    }

    /// Drops all elements and delivers only the terminal event.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    public func ignoreElements() -> Observable<Never> {
        ignoreElements(as: Never.self)
    }

    /// Drops all elements and delivers only the terminal event, as a stream of `Output`.
    func ignoreElements<Output>(as _: Output.Type) -> Observable<Output> {
        Linear(asObservable()) { IgnoreSink($0, $1) }
    }
}

final class FirstFilter<Element>: Evaluation<Element, Element>, @unchecked Sendable {
    private let predicate: @Sendable (Element) throws -> Bool

    init(_ predicate: @escaping @Sendable (Element) throws -> Bool) {
        self.predicate = predicate
    }

    override func evaluate(_ input: Element, _ lifetime: Lifetime) throws(NoOutput) -> Element {
        do { if try predicate(input) { return input } } catch { throw .failed(error) }
        throw .unwanted
    }
}

final class LaterFilter<Root, Element>: Evaluation<Root, Element>, @unchecked Sendable {
    private let source: Evaluation<Root, Element>
    private let predicate: @Sendable (Element) throws -> Bool

    init(_ source: Evaluation<Root, Element>, _ predicate: @escaping @Sendable (Element) throws -> Bool) {
        self.source = source
        self.predicate = predicate
    }

    override func evaluate(_ input: Root, _ lifetime: Lifetime) throws(NoOutput) -> Element {
        let element = try source.evaluate(input, lifetime)
        if lifetime.hasEnded { throw .unwanted }
        do { if try predicate(element) { return element } } catch { throw .failed(error) }
        throw .unwanted
    }

    override func mapped<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Evaluation<
        Root, Result
    > {
        FilterMap(source, predicate, transform)
    }

    override func filtered(_ next: @escaping @Sendable (Element) throws -> Bool) -> Evaluation<Root, Element> {
        FilterFilter(source, predicate, next)
    }
}

private final class IgnoreSink<Element, Output>: LinearSink<Element, Output>, @unchecked Sendable {
    override func next(_ element: Element) {}
}
