/// A stream that puts one sink in front of its source's, and adds no lifetime.
final class Linear<Input, Output>: Observable<Output>, @unchecked Sendable {
    private let sourceReference: SourceReference
    private var source: Observable<Input> { sourceReference.stream() }
    private let makeSink: @Sendable (Sink<Output>, Lifetime) -> Sink<Input>

    init(_ source: Observable<Input>, _ makeSink: @escaping @Sendable (Sink<Output>, Lifetime) -> Sink<Input>) {
        sourceReference = SourceReference(source)
        self.makeSink = makeSink
    }

    override var production: Production { source.production }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) {
        source.run(makeSink(sink, lifetime), lifetime)
    }
}
