extension ObservableType {
    /// Delivers, for each element, what `resultSelector` makes of it and of the newest element of `second`; nothing before there is one.
    ///
    /// *Ends* with the source; fails with the first error of either, or of `resultSelector`. *Keeps* one element of `second`.
    @preconcurrency
    public func withLatestFrom<Source: ObservableConvertibleType, ResultType>(
        _ second: Source, resultSelector: @escaping @Sendable (Element, Source.Element) throws -> ResultType
    ) -> Observable<ResultType> {
        WithLatestFrom(asObservable(), second.asObservable(), resultSelector)
    }

    /// Delivers, for each element, the newest element of `second`; nothing before there is one. Ends with the source; fails with the first error of either. *Keeps* one element.
    public func withLatestFrom<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Source.Element> {
        withLatestFrom(second) { $1 }
    }
}

// Safe to share: see Observable.
private final class WithLatestFrom<First, Second, Output>: Observable<Output>, @unchecked Sendable {
    private let first: Observable<First>
    private let second: Observable<Second>
    private let resultSelector: @Sendable (First, Second) throws -> Output

    init(
        _ first: Observable<First>, _ second: Observable<Second>,
        _ resultSelector: @escaping @Sendable (First, Second) throws -> Output
    ) {
        self.first = first
        self.second = second
        self.resultSelector = resultSelector
    }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) {
        let stage = WithLatestFromSink(sink, resultSelector)
        let secondLifetime = lifetime.makeChild()
        second.run(LatestSink(stage, secondLifetime), secondLifetime)
        if !lifetime.isDisposed { first.run(stage, lifetime) }
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class WithLatestFromSink<First, Second, Output>: Sink<First>, @unchecked Sendable {
    let serializer = Serializer()
    private let downstream: Sink<Output>
    private let resultSelector: @Sendable (First, Second) throws -> Output
    let latest = Latest<Second>()
    private var hasEnded = false

    init(_ downstream: Sink<Output>, _ resultSelector: @escaping @Sendable (First, Second) throws -> Output) {
        self.downstream = downstream
        self.resultSelector = resultSelector
    }

    override func next(_ element: First) {
        serializer.perform {
            combine(element)
        } deferred: {
            let element = Handover(element)
            return { self.combine(element.value) }
        }
    }

    override func error(_ error: any Error) {
        serializer.perform {
            fail(error)
        } deferred: {
            { self.fail(error) }
        }
    }

    override func completed() {
        serializer.perform {
            complete()
        } deferred: {
            { self.complete() }
        }
    }

    private func combine(_ element: First) {
        guard !hasEnded, latest.isThere else { return }
        do { downstream.next(try resultSelector(element, latest.current)) } catch { fail(error) }
    }

    func fail(_ error: any Error) {
        guard !hasEnded else { return }
        hasEnded = true
        downstream.error(error)
    }

    private func complete() {
        guard !hasEnded else { return }
        hasEnded = true
        downstream.completed()
    }
}

// Safe to hand between threads: see Sink.
private final class LatestSink<First, Second, Output>: Sink<Second>, @unchecked Sendable {
    private let stage: WithLatestFromSink<First, Second, Output>
    private let lifetime: Lifetime

    init(_ stage: WithLatestFromSink<First, Second, Output>, _ lifetime: Lifetime) {
        self.stage = stage
        self.lifetime = lifetime
    }

    override func next(_ element: Second) {
        let stage = stage
        stage.serializer.perform {
            stage.latest.replace(with: element)
        } deferred: {
            let element = Handover(element)
            return { stage.latest.replace(with: element.value) }
        }
    }

    override func error(_ error: any Error) {
        guard lifetime.stop() else { return }
        let stage = stage
        stage.serializer.perform {
            stage.fail(error)
        } deferred: {
            { stage.fail(error) }
        }
    }

    override func completed() { lifetime.dispose() }
}
