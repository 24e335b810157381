extension ObservableType {
    /// Creates a resource for each subscription and delivers a stream created from it.
    ///
    /// After a terminal event or disposal, disposes the resource once the created stream has released its own
    /// resources.
    /// - Ends: with the created stream; fails with an error thrown by a factory.
    /// - Runs on: the created stream's thread; calls the factories on the subscribing thread.
    /// - Keeps: the resource.
    @preconcurrency
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping @Sendable () throws -> Resource,
        observableFactory: @escaping @Sendable (Resource) throws -> Observable<Element>
    ) -> Observable<Element> {
        ClosureStream { sink, lifetime in
            do {
                let resource = try resourceFactory()
                let disposal = DisposalAfterStart { resource.dispose() }
                lifetime.add(disposal)
                defer { disposal.started() }
                try observableFactory(resource).run(sink, lifetime)
            } catch {
                sink.error(error)
            }
        }
    }
}
