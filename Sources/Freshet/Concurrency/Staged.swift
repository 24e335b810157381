/// A stream that puts the inlet of a stage in front of its source.
///
/// The source has a lifetime of its own: while the stage is delivering on another thread, a terminal event of the
/// source waits, but the source must end at once.
final class Staged<Input, Output>: Observable<Output>, @unchecked Sendable {
    typealias MakeInlet = @Sendable (_ sink: Sink<Output>, _ lifetime: Lifetime, _ upstream: Lifetime) -> Sink<Input>

    private let source: Observable<Input>
    private let makeInlet: MakeInlet

    init(_ source: Observable<Input>, _ makeInlet: @escaping MakeInlet) {
        self.source = source
        self.makeInlet = makeInlet
    }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) {
        let upstream = lifetime.makeChild()
        source.run(makeInlet(sink, lifetime, upstream), upstream)
    }
}
