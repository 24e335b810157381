/// A stream that adds one stage to its source, and no lifetime.
final class Linear<Input, Output>: Observable<Output>, @unchecked Sendable {
    private let source: Observable<Input>
    private let makeStage: @Sendable (Sink<Output>, Lifetime) -> Sink<Input>

    init(_ source: Observable<Input>, _ makeStage: @escaping @Sendable (Sink<Output>, Lifetime) -> Sink<Input>) {
        self.source = source
        self.makeStage = makeStage
    }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) { source.run(makeStage(sink, lifetime), lifetime) }
}
