extension ObservableType {
    /// Delivers elements until `other` emits its first element, then completes.
    ///
    /// Subscribes to `other` before the source. The completion of `other` has no effect.
    /// - Ends: when `other` emits, or with the source; fails with the first error of either.
    /// - Runs on: the sources' threads, one event at a time.
    /// - Keeps: nothing.
    @preconcurrency
    public func take(until other: some ObservableType) -> Observable<Element> where Element: Sendable {
        until(other.asObservable(), .take)
    }

    /// Skips elements until `other` emits its first element.
    ///
    /// Subscribes to the source before `other`. If the source completes before `other` emits, the subscription is
    /// disposed without a terminal event, as in RxSwift.
    /// - Ends: with the source if `other` has emitted; fails with the first error of either.
    /// - Runs on: the sources' threads, one event at a time.
    /// - Keeps: nothing.
    @preconcurrency
    public func skip(until other: some ObservableType) -> Observable<Element> where Element: Sendable {
        until(other.asObservable(), .skip)
    }
}

/// The elements to deliver: those before the trigger emits, or those after.
private enum UntilMode: Sendable {
    case take
    case skip
}

extension ObservableType {
    fileprivate func until<Other>(_ other: Observable<Other>, _ mode: UntilMode) -> Observable<Element> {
        let source = asObservable()
        return ClosureStream { sink, lifetime in
            let stage = UntilStage(sink, lifetime, isForwarding: mode == .take)
            let (otherLifetime, sourceLifetime) = (lifetime.makeTrigger(), lifetime.makeChild())
            let trigger = UntilTriggerSink<Other, Element>(stage, otherLifetime, mode)
            let sourceSink = UntilSourceSink(stage, sourceLifetime, otherLifetime)
            // As in RxSwift: `take` subscribes to the trigger before the source, `skip` after it.
            if mode == .skip { source.run(sourceSink, sourceLifetime) }
            if !otherLifetime.hasEnded { other.run(trigger, otherLifetime) }
            if mode == .take, !sourceLifetime.hasEnded { source.run(sourceSink, sourceLifetime) }
        }
    }
}

private final class UntilStage<Element>: SerializedStage<Element>, @unchecked Sendable {
    /// True if elements of the source are delivered.
    var isForwarding: Bool

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, isForwarding: Bool) {
        self.isForwarding = isForwarding
        super.init(downstream, lifetime)
    }
}

private final class UntilSourceSink<Element>: SerializedSink<Element, UntilStage<Element>>, @unchecked Sendable {
    private let otherLifetime: Lifetime

    init(_ stage: UntilStage<Element>, _ lifetime: Lifetime, _ otherLifetime: Lifetime) {
        self.otherLifetime = otherLifetime
        super.init(stage, lifetime)
    }

    override func received(_ element: Element) {
        if stage.isForwarding { stage.forward(element) }
    }

    override func ended(_ end: Termination) {
        if case .completed = end, !stage.isForwarding {
            // As in RxSwift: a source that completes before the trigger emits ends the stream without a terminal event.
            if stage.close() { otherLifetime.dispose() }
        } else {
            stage.finish(end)
        }
    }
}

private final class UntilTriggerSink<Other, Element>: SerializedSink<Other, UntilStage<Element>>, @unchecked Sendable {
    private let mode: UntilMode

    init(_ stage: UntilStage<Element>, _ lifetime: Lifetime, _ mode: UntilMode) {
        self.mode = mode
        super.init(stage, lifetime)
    }

    override func received(_ element: Other) {
        // Only the first element counts.
        lifetime?.dispose()
        switch mode {
        case .skip: stage.isForwarding = true
        case .take: stage.complete()
        }
    }

    override func ended(_ end: Termination) {
        if case .error = end { stage.finish(end) }
    }
}
