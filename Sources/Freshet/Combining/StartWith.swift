extension ObservableType {
    /// Delivers `elements` during the subscription, then the elements of the source.
    /// - Ends: with the source.
    /// - Runs on: the subscribing thread for `elements`, then the source's thread.
    /// - Keeps: `elements`.
    @preconcurrency
    public func startWith(_ elements: Element...) -> Observable<Element> where Element: Sendable {
        StartWith(elements, asObservable())
    }
}

// Sendable: see Observable.
private final class StartWith<Element>: Observable<Element>, @unchecked Sendable {
    private let elements: [Element]
    private let sourceReference: SourceReference
    private var source: Observable<Element> { sourceReference.stream() }

    init(_ elements: [Element], _ source: Observable<Element>) {
        self.elements = elements
        sourceReference = SourceReference(source)
    }

    override var production: Production { source.production }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { runEagerly(sink, lifetime) }

    override func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: EagerDeliveryPart) -> EagerDelivery {
        if case .whole = extent { return .none }
        for element in elements {
            if lifetime.hasEnded { break }
            sink.next(element)
        }
        return .continued(source)
    }
}
