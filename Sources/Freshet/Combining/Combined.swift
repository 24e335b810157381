/// The stream that `combineLatest` and `zip` return, for any number of sources.
final class Combined<Output>: Observable<Output>, @unchecked Sendable {
    private let connect: @Sendable (Sink<Output>, Lifetime) -> Void
    private let origin = Origin()

    init(_ connect: @escaping @Sendable (Sink<Output>, Lifetime) -> Void) { self.connect = connect }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) { origin.attach(to: connect(sink, lifetime)) }
}
