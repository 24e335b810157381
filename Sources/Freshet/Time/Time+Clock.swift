// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.
// The time operators with a `Duration` and a `Clock`. Each calls its scheduler overload with a ClockScheduler.

extension ObservableType {
    /// Emits an element once `dueTime` passes on `clock` without another element; see
    /// ``debounce(_:scheduler:)-(RxTimeInterval,_)``.
    @_disfavoredOverload
    public func debounce<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        debounce(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Emits at most one element every `dueTime` on `clock`; see
    /// ``throttle(_:latest:scheduler:)-(RxTimeInterval,_,_)``.
    @_disfavoredOverload
    public func throttle<C: Clock>(
        _ dueTime: Duration, latest: Bool = true, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        throttle(RxTimeInterval(dueTime), latest: latest, scheduler: ClockScheduler(clock))
    }

    /// Delays elements and the completion by `dueTime` on `clock`; see ``delay(_:scheduler:)-(RxTimeInterval,_)``.
    @_disfavoredOverload
    public func delay<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        delay(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Subscribes once `dueTime` has passed on `clock`; see ``delaySubscription(_:scheduler:)-(RxTimeInterval,_)``.
    @_disfavoredOverload
    @preconcurrency
    public func delaySubscription<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        delaySubscription(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Fails if no event arrives within `dueTime` on `clock`; see ``timeout(_:scheduler:)-(RxTimeInterval,_)``.
    @_disfavoredOverload
    public func timeout<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        timeout(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Switches to `other` if no event arrives within `dueTime` on `clock`; see
    /// ``timeout(_:other:scheduler:)-(RxTimeInterval,_,_)``.
    @_disfavoredOverload
    public func timeout<Source: ObservableConvertibleType, C: Clock>(
        _ dueTime: Duration, other: Source, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable, Source.Element == Element {
        timeout(RxTimeInterval(dueTime), other: other, scheduler: ClockScheduler(clock))
    }

    /// Collects elements into arrays by count and by time on `clock`; see
    /// ``buffer(timeSpan:count:scheduler:)-(RxTimeInterval,_,_)``.
    @_disfavoredOverload
    public func buffer<C: Clock>(
        timeSpan: Duration, count: Int, clock: C = ContinuousClock()
    ) -> Observable<[Element]> where C.Duration == Duration, Element: Sendable {
        buffer(timeSpan: RxTimeInterval(timeSpan), count: count, scheduler: ClockScheduler(clock))
    }

    /// Collects elements into nonempty arrays by count and by time on `clock`; see ``collect(every:count:scheduler:)``.
    @_disfavoredOverload
    public func collect<C: Clock>(
        every period: Duration, count: Int = .max, clock: C = ContinuousClock()
    ) -> Observable<[Element]> where C.Duration == Duration, Element: Sendable {
        collect(every: RxTimeInterval(period), count: count, scheduler: ClockScheduler(clock))
    }

    /// Splits the elements into streams by count and by time on `clock`; see
    /// ``window(timeSpan:count:scheduler:)-(RxTimeInterval,_,_)``.
    @_disfavoredOverload
    public func window<C: Clock>(
        timeSpan: Duration, count: Int, clock: C = ContinuousClock()
    ) -> Observable<Observable<Element>> where C.Duration == Duration, Element: Sendable {
        window(timeSpan: RxTimeInterval(timeSpan), count: count, scheduler: ClockScheduler(clock))
    }

    /// Emits elements until `duration` has passed on `clock`, then completes; see ``take(for:scheduler:)``.
    @_disfavoredOverload
    @preconcurrency
    public func take<C: Clock>(
        for duration: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        take(for: RxTimeInterval(duration), scheduler: ClockScheduler(clock))
    }

    /// Drops elements until `duration` has passed on `clock`; see ``skip(_:scheduler:)-(RxTimeInterval,_)``.
    @_disfavoredOverload
    public func skip<C: Clock>(
        for duration: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration {
        skip(RxTimeInterval(duration), scheduler: ClockScheduler(clock))
    }

    /// Shares the source, and disposes it `grace` after the last subscriber leaves; see
    /// ``share(replay:disconnectingAfter:scheduler:)``.
    @_disfavoredOverload
    @preconcurrency
    public func share<C: Clock>(
        replay: Int = 0, disconnectingAfter grace: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        share(replay: replay, disconnectingAfter: RxTimeInterval(grace), scheduler: ClockScheduler(clock))
    }
}

extension ObservableType where Element: FixedWidthInteger & SendableMetatype {
    /// Emits 0, 1, 2, … at intervals of `period` on `clock`; see ``interval(_:scheduler:)-(RxTimeInterval,_)``.
    @_disfavoredOverload
    public static func interval<C: Clock>(
        _ period: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration {
        interval(RxTimeInterval(period), scheduler: ClockScheduler(clock))
    }

    /// Emits 0 after `dueTime` on `clock`, then one element every `period`; see
    /// ``timer(_:period:scheduler:)-(RxTimeInterval,_,_)``.
    @_disfavoredOverload
    public static func timer<C: Clock>(
        _ dueTime: Duration, period: Duration? = nil, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration {
        timer(RxTimeInterval(dueTime), period: period.map { RxTimeInterval($0) }, scheduler: ClockScheduler(clock))
    }
}

extension PrimitiveSequence {
    /// Delays the element and the completion by `dueTime` on `clock`; see ``delay(_:scheduler:)-(RxTimeInterval,_)``.
    @_disfavoredOverload
    public func delay<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> PrimitiveSequence<Trait, Element> where C.Duration == Duration, Element: Sendable {
        delay(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Subscribes once `dueTime` has passed on `clock`; see ``delaySubscription(_:scheduler:)-(RxTimeInterval,_)``.
    @_disfavoredOverload
    @preconcurrency
    public func delaySubscription<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> PrimitiveSequence<Trait, Element> where C.Duration == Duration, Element: Sendable {
        delaySubscription(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Fails if no event arrives within `dueTime` on `clock`; see ``timeout(_:scheduler:)-(RxTimeInterval,_)``.
    @_disfavoredOverload
    public func timeout<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> PrimitiveSequence<Trait, Element> where C.Duration == Duration, Element: Sendable {
        timeout(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Switches to `other` if no event arrives within `dueTime` on `clock`; see ``timeout(_:other:scheduler:)``.
    @_disfavoredOverload
    public func timeout<C: Clock>(
        _ dueTime: Duration, other: PrimitiveSequence<Trait, Element>, clock: C = ContinuousClock()
    ) -> PrimitiveSequence<Trait, Element> where C.Duration == Duration, Element: Sendable {
        timeout(RxTimeInterval(dueTime), other: other, scheduler: ClockScheduler(clock))
    }
}

extension PrimitiveSequenceType where Element: FixedWidthInteger & SendableMetatype {
    /// Emits 0 after `dueTime` on `clock`, then completes; see ``ObservableType/timer(_:period:clock:)``.
    @_disfavoredOverload
    public static func timer<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> PrimitiveSequence<Trait, Element> where C.Duration == Duration {
        timer(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }
}
