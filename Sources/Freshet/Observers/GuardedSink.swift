// Safe to hand between threads: see Sink.
/// Lets nothing pass once the chain has ended: for sources whose events come from code that may not know of it.
final class GuardedSink<Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let lifetime: Lifetime

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime) {
        self.downstream = downstream
        self.lifetime = lifetime
    }

    override func next(_ element: Element) {
        if !lifetime.isDisposed { downstream.next(element) }
    }
    override func error(_ error: any Error) {
        if !lifetime.isDisposed { downstream.error(error) }
    }
    override func completed() {
        if !lifetime.isDisposed { downstream.completed() }
    }
}
