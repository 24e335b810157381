// Safe to share: see Observable.
/// A stream whose elements are made of those of another, its root, one by one and without anything that is remembered between two: `map`, `filter`, `compactMap`.
///
/// Neighbours of this kind are not chained but evaluated: a subscription makes one sink for all of them, whatever their number.
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

    override func evaluated<Step: EvaluationStep>(
        _ step: Step
    ) -> Observable<Step.Output> where Step.Input == Output {
        Evaluated<Root, Step.Output>(root, step.following(evaluation))
    }
}

/// A stage that keeps nothing between two elements: `map`, `filter`, `compactMap`.
protocol EvaluationStep {
    associatedtype Input
    associatedtype Output

    /// The step alone.
    func first() -> Evaluation<Input, Output>
    /// The step behind those of `evaluation`.
    func following<Root>(_ evaluation: Evaluation<Root, Input>) -> Evaluation<Root, Output>
}

// Safe to share: subclasses have only fields that never change and @Sendable closures.
/// What a run of stages makes of an element; each stage knows the one before it. Shared by all subscriptions.
///
/// It does not know the root: a sink refers to it, and a subject that its own sinks refer to would never be released.
class Evaluation<Root, Output>: @unchecked Sendable {
    func evaluate(_ input: Root) throws(Refusal) -> Output { throw .unwanted }

    /// The run with a map at its end.
    func mapped<Result>(_ transform: @escaping @Sendable (Output) throws -> Result) -> Evaluation<Root, Result> {
        LaterMap(self, transform)
    }

    /// The run with a filter at its end.
    func filtered(_ predicate: @escaping @Sendable (Output) throws -> Bool) -> Evaluation<Root, Output> {
        LaterFilter(self, predicate)
    }
}

/// Why an element has no value at the end of a run of stages.
enum Refusal: Error {
    /// A stage leaves it out.
    case unwanted
    /// A closure has thrown.
    case failed(any Error)
}

// Safe to hand between threads: see Sink.
/// All stages of a run, for one subscription.
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
