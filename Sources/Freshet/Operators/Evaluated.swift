// Sendable: see Observable.
/// A run of adjacent stages without state (`map`, `filter`, `compactMap`) and its source, the root.
///
/// A subscription creates one sink for the whole run, regardless of its length.
final class Evaluated<Root, Output>: Observable<Output>, @unchecked Sendable {
    private let root: Observable<Root>
    private let evaluation: Evaluation<Root, Output>

    init(_ root: Observable<Root>, _ evaluation: Evaluation<Root, Output>) {
        self.root = root
        self.evaluation = evaluation
    }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) {
        root.run(EvaluatingSink(sink, evaluation), lifetime)
    }

    override func mapped<Result>(_ transform: @escaping @Sendable (Output) throws -> Result) -> Observable<Result> {
        Evaluated<Root, Result>(root, evaluation.mapped(transform))
    }

    override func filtered(_ predicate: @escaping @Sendable (Output) throws -> Bool) -> Observable<Output> {
        Evaluated(root, evaluation.filtered(predicate))
    }
}

// Sendable: subclasses are immutable after init and hold only @Sendable closures.
/// Converts an element of the root to the output of a run. Refers to the previous stage; shared by all subscriptions.
///
/// It doesn't retain the root: sinks retain the evaluation, so a subject as the root would form a retain cycle.
class Evaluation<Root, Output>: @unchecked Sendable {
    func evaluate(_ input: Root) throws(Refusal) -> Output { throw .unwanted }

    /// Returns the run with a map appended.
    func mapped<Result>(_ transform: @escaping @Sendable (Output) throws -> Result) -> Evaluation<Root, Result> {
        LaterMap(self, transform)
    }

    /// Returns the run with a filter appended.
    func filtered(_ predicate: @escaping @Sendable (Output) throws -> Bool) -> Evaluation<Root, Output> {
        LaterFilter(self, predicate)
    }
}

/// Why a run delivers no output for an element.
enum Refusal: Error {
    /// A stage drops the element.
    case unwanted
    /// A closure threw an error.
    case failed(any Error)
}

// Sendable: see Sink.
/// Evaluates a whole run for one subscription.
private final class EvaluatingSink<Root, Output>: Stage<Root, Output>, @unchecked Sendable {
    private let evaluation: Evaluation<Root, Output>

    init(_ downstream: Sink<Output>, _ evaluation: Evaluation<Root, Output>) {
        self.evaluation = evaluation
        super.init(downstream)
    }

    override func next(_ element: Root) {
        do throws(Refusal) { downstream.next(try evaluation.evaluate(element)) } catch { refuse(error) }
    }

    private func refuse(_ refusal: Refusal) {
        if case .failed(let error) = refusal { fail(error) }
    }
}
