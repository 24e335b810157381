extension ObservableType {
    /// Combines each element with the newest element of `second`.
    ///
    /// Drops elements that arrive before `second` emits. Subscribes to `second` before the source. The completion of
    /// `second` has no effect. If `second` is a relay or a ``BehaviorSubject``, its newest value is used even while
    /// another thread is delivering it.
    /// - Ends: with the source; fails with the first error of either, including one thrown by `resultSelector`.
    /// - Runs on: the sources' threads, one event at a time.
    /// - Keeps: the newest element of `second`.
    @preconcurrency
    public func withLatestFrom<Source: ObservableConvertibleType, ResultType>(
        _ second: Source, resultSelector: @escaping @Sendable (Element, Source.Element) throws -> ResultType
    ) -> Observable<ResultType> where Element: Sendable, Source.Element: Sendable {
        let (first, second) = (asObservable(), second.asObservable())
        return ClosureStream { sink, lifetime in
            let stage = SerializedStage(sink, lifetime)
            let latest = LatestValue<Source.Element>()
            let secondLifetime = lifetime.makeTrigger()
            second.run(LatestSink(stage, secondLifetime, latest), secondLifetime)
            let firstLifetime = lifetime.makeChild()
            if !firstLifetime.hasEnded {
                first.run(
                    WithLatestFromSink(stage, firstLifetime, latest, second.behaviorMulticaster, resultSelector),
                    firstLifetime)
            }
        }
    }

    /// Delivers the newest element of `second` for each element; see ``withLatestFrom(_:resultSelector:)``.
    @preconcurrency
    public func withLatestFrom<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Source.Element>
    where Element: Sendable, Source.Element: Sendable {
        withLatestFrom(second) { $1 }
    }
}

private final class WithLatestFromSink<First, Second, Output>: SerializedSink<First, SerializedStage<Output>>,
    @unchecked Sendable
{
    private let latest: LatestValue<Second>
    private let current: BehaviorMulticaster<Second>?
    private let resultSelector: @Sendable (First, Second) throws -> Output

    init(
        _ stage: SerializedStage<Output>, _ lifetime: Lifetime, _ latest: LatestValue<Second>,
        _ current: BehaviorMulticaster<Second>?,
        _ resultSelector: @escaping @Sendable (First, Second) throws -> Output
    ) {
        self.latest = latest
        self.current = current
        self.resultSelector = resultSelector
        super.init(stage, lifetime)
    }

    override func received(_ element: First) {
        guard latest.isPresent else { return }
        do { stage.emit(try resultSelector(element, newest)) } catch { stage.fail(error) }
    }

    private var newest: Second {
        // Another thread may have yet to deliver the value that this thread has sent to a relay.
        if let current { return current.value }
        return latest.current
    }
}

private final class LatestSink<Second, Output>: SerializedSink<Second, SerializedStage<Output>>, @unchecked Sendable {
    private let latest: LatestValue<Second>

    init(_ stage: SerializedStage<Output>, _ lifetime: Lifetime, _ latest: LatestValue<Second>) {
        self.latest = latest
        super.init(stage, lifetime)
    }

    override func received(_ element: Second) { latest.replace(with: element) }

    override func ended(_ end: Termination) {
        if case .error = end { stage.finish(end) }
    }
}
