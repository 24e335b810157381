extension ObservableType {
    /// Delivers `elements` during the subscription, then the source, and ends with it. *Keeps* `elements`.
    public func startWith(_ elements: Element...) -> Observable<Element> { StartWith(elements, asObservable()) }
}

// Safe to share: see Observable; the one field that changes does so in deinit, where nobody else has a reference.
private final class StartWith<Element>: Observable<Element>, @unchecked Sendable {
    private let elements: [Element]
    // Not checked for overlapping access: no foreign code runs while it changes, in deinit.
    @exclusivity(unchecked) private var source: Observable<Element>?

    init(_ elements: [Element], _ source: Observable<Element>) {
        self.elements = elements
        self.source = source
    }

    deinit { ReleaseQueue.release(&source, leaving: nil) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { runFromBeginning(sink, lifetime) }

    override func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: BeginningExtent) -> Beginning {
        if case .whole = extent { return .none }
        for element in elements {
            if lifetime.isDisposed { break }
            sink.next(element)
        }
        return source.map { .continued($0) } ?? .none
    }
}
