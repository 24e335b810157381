extension ObservableType {
    /// Makes a resource for each subscription, and a stream from it; disposes the resource at the end, whichever end it is.
    ///
    /// An error that a factory throws fails the stream. Otherwise it ends with the stream that was made.
    @preconcurrency
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping @Sendable () throws -> Resource,
        observableFactory: @escaping @Sendable (Resource) throws -> Observable<Element>
    ) -> Observable<Element> {
        Using(resourceFactory, observableFactory)
    }
}

// Safe to share: see Observable.
private final class Using<Element, Resource: Disposable>: Observable<Element>, @unchecked Sendable {
    private let makeResource: @Sendable () throws -> Resource
    private let makeStream: @Sendable (Resource) throws -> Observable<Element>

    init(
        _ makeResource: @escaping @Sendable () throws -> Resource,
        _ makeStream: @escaping @Sendable (Resource) throws -> Observable<Element>
    ) {
        self.makeResource = makeResource
        self.makeStream = makeStream
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        do {
            let resource = try makeResource()
            let disposal = DisposalAfterStart { resource.dispose() }
            lifetime.add(disposal)
            defer { disposal.started() }
            try makeStream(resource).run(sink, lifetime)
        } catch {
            sink.error(error)
        }
    }
}
