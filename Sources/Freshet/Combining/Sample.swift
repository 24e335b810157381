extension ObservableType {
    /// Delivers the newest undelivered element each time `sampler` emits or completes.
    ///
    /// Without a new element since the last sample, delivers `defaultValue` unless it is nil.
    /// ```
    /// source       --a-b---c------|
    /// sampler      ----x-----x--x---x
    /// sample       ----b-----c------|
    /// ```
    /// If `sampler` completes before the source, no further element and no completion follows, as in RxSwift.
    /// - Ends: when `sampler` emits or completes after the source has completed; fails with the first error of either.
    /// - Runs on: the sources' threads, one event at a time.
    /// - Keeps: the newest element.
    @preconcurrency
    public func sample(_ sampler: some ObservableType, defaultValue: Element? = nil) -> Observable<Element>
    where Element: Sendable {
        let (source, sampler) = (asObservable(), sampler.asObservable())
        return ClosureStream { sink, lifetime in
            let stage = SampleStage(sink, lifetime, defaultValue)
            // Neither is paused: an element of the source only replaces the one before.
            let (sourceLifetime, samplerLifetime) = (lifetime.makeTrigger(), lifetime.makeTrigger())
            source.run(SampleSink(stage, sourceLifetime), sourceLifetime)
            if !samplerLifetime.hasEnded { sampler.run(SamplerSink(stage, samplerLifetime), samplerLifetime) }
        }
    }
}

private final class SampleStage<Element>: SerializedStage<Element>, @unchecked Sendable {
    let newest = LatestValue<Element>()
    var isSourceDone = false
    private let defaultValue: Element?

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ defaultValue: Element?) {
        self.defaultValue = defaultValue
        super.init(downstream, lifetime)
    }

    func sample() {
        // Read before the delivery: an element and a completion that the delivery triggers wait for the next sample.
        let isLast = isSourceDone
        if newest.isPresent {
            emit(newest.take())
        } else if let defaultValue {
            emit(defaultValue)
        }
        if isLast { complete() }
    }
}

private final class SampleSink<Element>: SerializedSink<Element, SampleStage<Element>>, @unchecked Sendable {
    override func received(_ element: Element) { stage.newest.replace(with: element) }

    override func ended(_ end: Termination) {
        if case .error = end { return stage.finish(end) }
        stage.isSourceDone = true
    }
}

private final class SamplerSink<Tick, Element>: SerializedSink<Tick, SampleStage<Element>>, @unchecked Sendable {
    override func received(_ tick: Tick) { stage.sample() }

    override func ended(_ end: Termination) {
        if case .error = end { stage.finish(end) } else { stage.sample() }
    }
}
