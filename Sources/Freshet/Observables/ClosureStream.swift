/// A stream whose subscriptions a closure starts.
///
/// A stream that others create often, or that begins without a subscription, is a class of its own.
final class ClosureStream<Element>: Observable<Element>, @unchecked Sendable {
    private let body: @Sendable (Sink<Element>, Lifetime) -> Void

    init(_ body: @escaping @Sendable (Sink<Element>, Lifetime) -> Void) { self.body = body }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { body(sink, lifetime) }
}
