// Safe to share: see Observable.
/// A part of a stream of streams whose listeners keep the source that they have in common.
final class CountedListener<Element>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let listeners: RefCountDisposable

    init(_ source: Observable<Element>, _ listeners: RefCountDisposable) {
        self.source = source
        self.listeners = listeners
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        lifetime.add(listeners.retain())
        source.run(sink, lifetime)
    }
}
