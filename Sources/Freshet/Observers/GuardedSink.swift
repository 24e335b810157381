/// Drops events after the chain has ended, for sources that emit from user code.
final class GuardedSink<Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let lifetime: Lifetime

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime) {
        self.downstream = downstream
        self.lifetime = lifetime
    }

    override func next(_ element: Element) {
        if !lifetime.hasEnded { downstream.next(element) }
    }
    override func error(_ error: any Error) {
        if !lifetime.hasEnded { downstream.error(error) }
    }
    override func completed() {
        if !lifetime.hasEnded { downstream.completed() }
    }
}
