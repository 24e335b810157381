extension ObservableType {
    /// Delivers `elements` during the subscription, then the source, and ends with it. *Keeps* `elements`.
    public func startWith(_ elements: Element...) -> Observable<Element> { StartWith(elements, asObservable()) }
}

// Safe to share: see Observable.
private final class StartWith<Element>: Observable<Element>, @unchecked Sendable {
    private let elements: [Element]
    private let source: Observable<Element>

    init(_ elements: [Element], _ source: Observable<Element>) {
        self.elements = elements
        self.source = source
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        for element in elements {
            if lifetime.isDisposed { return }
            sink.next(element)
        }
        if !lifetime.isDisposed { source.run(sink, lifetime) }
    }
}
