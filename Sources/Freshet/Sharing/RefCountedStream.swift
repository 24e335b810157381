/// A stream that retains a shared resource during each subscription.
///
/// Windows and groups retain the source that they share.
final class RefCountedStream<Element>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let references: RefCountDisposable

    init(_ source: Observable<Element>, _ references: RefCountDisposable) {
        self.source = source
        self.references = references
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        lifetime.add(references.retain())
        source.run(sink, lifetime)
    }
}
