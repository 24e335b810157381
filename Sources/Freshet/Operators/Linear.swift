/// A stream that puts one sink in front of its source's, and adds no lifetime.
final class Linear<Input, Output>: Observable<Output>, @unchecked Sendable {
    private let source: SourceReference<Observable<Input>>
    private let makeSink: @Sendable (Sink<Output>, Lifetime) -> Sink<Input>

    init(_ source: Observable<Input>, _ makeSink: @escaping @Sendable (Sink<Output>, Lifetime) -> Sink<Input>) {
        self.source = SourceReference(source)
        self.makeSink = makeSink
    }

    override var production: Production { source.stream.production }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) {
        source.stream.run(makeSink(sink, lifetime), lifetime)
    }
}
