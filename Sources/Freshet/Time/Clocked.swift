// The time operators with a Duration and a Clock: each is the one with a scheduler, on a ClockScheduler.

extension ObservableType {
    /// Delivers an element when `dueTime` has passed on `clock` without another one; see ``debounce(_:scheduler:)-(RxTimeInterval,_)``.
    public func debounce<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        debounce(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Delivers no more than one element every `dueTime` on `clock`; see ``throttle(_:latest:scheduler:)-(RxTimeInterval,_,_)``.
    public func throttle<C: Clock>(
        _ dueTime: Duration, latest: Bool = true, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        throttle(RxTimeInterval(dueTime), latest: latest, scheduler: ClockScheduler(clock))
    }

    /// Delivers each element and the completion `dueTime` later on `clock`; see ``delay(_:scheduler:)-(RxTimeInterval,_)``.
    public func delay<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        delay(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Subscribes to the source when `dueTime` has passed on `clock`; see ``delaySubscription(_:scheduler:)-(RxTimeInterval,_)``.
    @preconcurrency
    public func delaySubscription<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        delaySubscription(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Fails when `dueTime` passes on `clock` without an event; see ``timeout(_:scheduler:)-(RxTimeInterval,_)``.
    public func timeout<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        timeout(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Continues with `other` when `dueTime` passes on `clock` without an event; see ``timeout(_:other:scheduler:)-(RxTimeInterval,_,_)``.
    public func timeout<Source: ObservableConvertibleType, C: Clock>(
        _ dueTime: Duration, other: Source, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable, Source.Element == Element {
        timeout(RxTimeInterval(dueTime), other: other, scheduler: ClockScheduler(clock))
    }

    /// Delivers elements in arrays by number and by time on `clock`; see ``buffer(timeSpan:count:scheduler:)-(RxTimeInterval,_,_)``.
    public func buffer<C: Clock>(
        timeSpan: Duration, count: Int, clock: C = ContinuousClock()
    ) -> Observable<[Element]> where C.Duration == Duration, Element: Sendable {
        buffer(timeSpan: RxTimeInterval(timeSpan), count: count, scheduler: ClockScheduler(clock))
    }

    /// Delivers elements in arrays by number and by time on `clock`; see ``collect(every:count:scheduler:)``.
    public func collect<C: Clock>(
        every period: Duration, count: Int = .max, clock: C = ContinuousClock()
    ) -> Observable<[Element]> where C.Duration == Duration, Element: Sendable {
        collect(every: RxTimeInterval(period), count: count, scheduler: ClockScheduler(clock))
    }

    /// Delivers streams of elements by number and by time on `clock`; see ``window(timeSpan:count:scheduler:)-(RxTimeInterval,_,_)``.
    public func window<C: Clock>(
        timeSpan: Duration, count: Int, clock: C = ContinuousClock()
    ) -> Observable<Observable<Element>> where C.Duration == Duration, Element: Sendable {
        window(timeSpan: RxTimeInterval(timeSpan), count: count, scheduler: ClockScheduler(clock))
    }

    /// Delivers elements until `duration` has passed on `clock`; see ``take(for:scheduler:)``.
    @preconcurrency
    public func take<C: Clock>(
        for duration: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        take(for: RxTimeInterval(duration), scheduler: ClockScheduler(clock))
    }

    /// Leaves out what comes before `duration` has passed on `clock`; see ``skip(_:scheduler:)-(RxTimeInterval,_)``.
    public func skip<C: Clock>(
        for duration: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration {
        skip(RxTimeInterval(duration), scheduler: ClockScheduler(clock))
    }

    /// Shares the source, and lets go of it when nobody has listened for `grace` on `clock`; see ``share(replay:disconnectingAfter:scheduler:)``.
    @preconcurrency
    public func share<C: Clock>(
        replay: Int = 0, disconnectingAfter grace: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration, Element: Sendable {
        share(replay: replay, disconnectingAfter: RxTimeInterval(grace), scheduler: ClockScheduler(clock))
    }
}

extension ObservableType where Element: FixedWidthInteger & SendableMetatype {
    /// Delivers 0, 1, 2, … one every `period` on `clock`; see ``interval(_:scheduler:)-(RxTimeInterval,_)``.
    public static func interval<C: Clock>(
        _ period: Duration, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration {
        interval(RxTimeInterval(period), scheduler: ClockScheduler(clock))
    }

    /// Delivers 0 after `dueTime` on `clock`, and goes on every `period`, if there is one; see ``timer(_:period:scheduler:)-(RxTimeInterval,_,_)``.
    public static func timer<C: Clock>(
        _ dueTime: Duration, period: Duration? = nil, clock: C = ContinuousClock()
    ) -> Observable<Element> where C.Duration == Duration {
        timer(RxTimeInterval(dueTime), period: period.map { RxTimeInterval($0) }, scheduler: ClockScheduler(clock))
    }
}

extension PrimitiveSequence {
    /// Delivers `dueTime` later on `clock`; see ``delay(_:scheduler:)-(RxTimeInterval,_)``.
    public func delay<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> PrimitiveSequence<Trait, Element> where C.Duration == Duration, Element: Sendable {
        delay(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Subscribes when `dueTime` has passed on `clock`; see ``delaySubscription(_:scheduler:)-(RxTimeInterval,_)``.
    @preconcurrency
    public func delaySubscription<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> PrimitiveSequence<Trait, Element> where C.Duration == Duration, Element: Sendable {
        delaySubscription(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Fails when nothing has come within `dueTime` on `clock`; see ``timeout(_:scheduler:)-(RxTimeInterval,_)``.
    public func timeout<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> PrimitiveSequence<Trait, Element> where C.Duration == Duration, Element: Sendable {
        timeout(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }

    /// Continues with `other` when nothing has come within `dueTime` on `clock`; see ``timeout(_:other:scheduler:)``.
    public func timeout<C: Clock>(
        _ dueTime: Duration, other: PrimitiveSequence<Trait, Element>, clock: C = ContinuousClock()
    ) -> PrimitiveSequence<Trait, Element> where C.Duration == Duration, Element: Sendable {
        timeout(RxTimeInterval(dueTime), other: other, scheduler: ClockScheduler(clock))
    }
}

extension PrimitiveSequenceType where Element: FixedWidthInteger & SendableMetatype {
    /// Delivers 0 after `dueTime` on `clock`, and ends. Never fails.
    public static func timer<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> PrimitiveSequence<Trait, Element> where C.Duration == Duration {
        timer(RxTimeInterval(dueTime), scheduler: ClockScheduler(clock))
    }
}
