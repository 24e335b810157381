extension ObservableType {
    /// Delivers the newest element whenever `sampler` delivers, if there is one since the last time; else `defaultValue`, unless that is nil.
    /// ```
    /// source       --a-b---c------|
    /// sampler      ----x-----x--x---x
    /// sample       ----b-----c------|
    /// ```
    /// *Ends* when the sampler delivers or completes after the source has completed, behind the last element; fails with the first error of either.
    /// A sampler that completes before the source delivers what waits, and from then on nothing comes any more, not even the completion, as RxSwift has it. *Keeps* one element.
    public func sample(_ sampler: some ObservableType, defaultValue: Element? = nil) -> Observable<Element> {
        Sample(asObservable(), sampler.asObservable(), defaultValue)
    }
}

// Safe to share: see Observable.
private final class Sample<Element, Tick>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let sampler: Observable<Tick>
    private let defaultValue: Element?

    init(_ source: Observable<Element>, _ sampler: Observable<Tick>, _ defaultValue: Element?) {
        self.source = source
        self.sampler = sampler
        self.defaultValue = defaultValue
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let (sourceLifetime, samplerLifetime) = (lifetime.makeChild(), lifetime.makeChild())
        let stage = SampleSink(sink, defaultValue, sourceLifetime, samplerLifetime)
        source.run(stage, sourceLifetime)
        if !samplerLifetime.isDisposed { sampler.run(SamplerSink<Element, Tick>(stage), samplerLifetime) }
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class SampleSink<Element>: Sink<Element>, @unchecked Sendable {
    let serializer = Serializer()
    private let downstream: Sink<Element>
    private let defaultValue: Element?
    private let lifetime: Lifetime
    private let samplerLifetime: Lifetime
    private var newest: Element?
    private var isSourceDone = false
    private var hasEnded = false

    init(_ downstream: Sink<Element>, _ defaultValue: Element?, _ lifetime: Lifetime, _ samplerLifetime: Lifetime) {
        self.downstream = downstream
        self.defaultValue = defaultValue
        self.lifetime = lifetime
        self.samplerLifetime = samplerLifetime
    }

    override func next(_ element: Element) {
        serializer.perform {
            newest = element
        } deferred: {
            let element = Handover(element)
            return { self.newest = element.value }
        }
    }

    override func error(_ error: any Error) {
        guard lifetime.stop() else { return }
        serializer.perform {
            end(.error(error))
        } deferred: {
            { self.end(.error(error)) }
        }
    }

    override func completed() {
        guard lifetime.stop() else { return }
        serializer.perform {
            sourceCompleted()
        } deferred: {
            { self.sourceCompleted() }
        }
    }

    private func sourceCompleted() {
        isSourceDone = true
        lifetime.dispose()
    }

    fileprivate func takeSample() {
        if hasEnded { return }
        if let element = newest.take() ?? defaultValue { downstream.next(element) }
        if isSourceDone { end(.completed) }
    }

    fileprivate func samplerEnded(_ end: Termination) {
        switch end {
        case .completed:
            takeSample()
            samplerLifetime.dispose()
        case .error: self.end(end)
        }
    }

    private func end(_ end: Termination) {
        if hasEnded { return }
        hasEnded = true
        newest = nil
        downstream.finish(end)
        lifetime.dispose()
        samplerLifetime.dispose()
    }

    fileprivate func stopSampler() -> Bool { samplerLifetime.stop() }
}

// Safe to hand between threads: see Sink.
private final class SamplerSink<Element, Tick>: Sink<Tick>, @unchecked Sendable {
    private let stage: SampleSink<Element>

    init(_ stage: SampleSink<Element>) { self.stage = stage }

    override func next(_ element: Tick) {
        let stage = stage
        stage.serializer.perform {
            stage.takeSample()
        } deferred: {
            { stage.takeSample() }
        }
    }

    override func error(_ error: any Error) { ended(.error(error)) }
    override func completed() { ended(.completed) }

    private func ended(_ end: Termination) {
        guard stage.stopSampler() else { return }
        let stage = stage
        stage.serializer.perform {
            stage.samplerEnded(end)
        } deferred: {
            { stage.samplerEnded(end) }
        }
    }
}
