/// A stream that puts one sink in front of its source's, and adds no lifetime.
final class Linear<Input, Output>: Observable<Output>, @unchecked Sendable {
    // Unchecked exclusivity: changes only in deinit.
    @exclusivity(unchecked) private var source: Observable<Input>?
    private let makeSink: @Sendable (Sink<Output>, Lifetime) -> Sink<Input>

    init(_ source: Observable<Input>, _ makeSink: @escaping @Sendable (Sink<Output>, Lifetime) -> Sink<Input>) {
        self.source = source
        self.makeSink = makeSink
    }

    override var production: Production { source?.production ?? .sent }

    deinit { ReleaseQueue.release({ source = nil }, later: source) }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) { source?.run(makeSink(sink, lifetime), lifetime) }
}
