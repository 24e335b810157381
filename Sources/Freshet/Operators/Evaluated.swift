/// A run of stateless stages (`map`, `filter`, `compactMap`) on a root stream.
///
/// A subscription creates one sink for the whole run, regardless of its length. `map` and `filter` extend a run;
/// `compactMap` starts a new one, and so does a stage that would make a run too long for the stack.
final class Evaluated<Root, Output>: Observable<Output>, @unchecked Sendable {
    private let rootReference: SourceReference
    private var root: Observable<Root> { rootReference.stream() }
    private let evaluation: Evaluation<Root, Output>
    /// The number of stages.
    private let length: Int

    init(_ root: Observable<Root>, _ evaluation: Evaluation<Root, Output>, length: Int = 1) {
        rootReference = SourceReference(root)
        self.evaluation = evaluation
        self.length = length
    }

    override var production: Production { root.production }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) {
        root.run(EvaluatingSink(sink, evaluation, lifetime), lifetime)
    }

    override func mapped<Result>(_ transform: @escaping @Sendable (Output) throws -> Result) -> Observable<Result> {
        guard let root = extensibleRoot else { return super.mapped(transform) }
        return Evaluated<Root, Result>(root, evaluation.mapped(transform), length: length + 1)
    }

    override func filtered(_ predicate: @escaping @Sendable (Output) throws -> Bool) -> Observable<Output> {
        guard let root = extensibleRoot else { return super.filtered(predicate) }
        return Evaluated(root, evaluation.filtered(predicate), length: length + 1)
    }

    /// The root; nil if the run has its maximum length.
    private var extensibleRoot: Observable<Root>? { length < 256 ? root : nil }
}

// Sendable: subclasses have only immutable fields and @Sendable closures.
/// Computes the output of a run of stages for an element of the root.
///
/// No closure starts after `lifetime` has ended: a closure of the run may dispose the subscription.
///
/// Each evaluation refers to the previous one. All subscriptions share it. It doesn't refer to the root: sinks retain
/// the evaluation, so a root subject and its sinks would form a retain cycle.
class Evaluation<Root, Output>: @unchecked Sendable {
    func evaluate(_ input: Root, _ lifetime: Lifetime) throws(NoOutput) -> Output { throw .unwanted }

    /// Returns the run extended by a map.
    func mapped<Result>(_ transform: @escaping @Sendable (Output) throws -> Result) -> Evaluation<Root, Result> {
        LaterMap(self, transform)
    }

    /// Returns the run extended by a filter.
    func filtered(_ predicate: @escaping @Sendable (Output) throws -> Bool) -> Evaluation<Root, Output> {
        LaterFilter(self, predicate)
    }
}

/// The reason why a run of stages has no output for an element.
enum NoOutput: Error {
    /// A stage dropped the element, or the lifetime has ended.
    case unwanted
    /// A closure threw an error.
    case failed(any Error)
}

/// The sink of a run of stages, one per subscription.
private final class EvaluatingSink<Root, Output>: LinearSink<Root, Output>, @unchecked Sendable {
    private let evaluation: Evaluation<Root, Output>

    init(_ downstream: Sink<Output>, _ evaluation: Evaluation<Root, Output>, _ lifetime: Lifetime) {
        self.evaluation = evaluation
        super.init(downstream, lifetime)
    }

    override func next(_ element: Root) {
        if isOver { return }
        do throws(NoOutput) { downstream.next(try evaluation.evaluate(element, lifetime)) } catch { handle(error) }
    }

    private func handle(_ reason: NoOutput) {
        if case .failed(let error) = reason { fail(error) }
    }
}
