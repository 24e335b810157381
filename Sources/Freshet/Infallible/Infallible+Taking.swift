// What begins and ends a stream that never fails: each operator is the one of ObservableType, where its contract stands.

extension InfallibleType {
    /// Delivers elements until `other` delivers its first one, then completes.
    @preconcurrency
    public func take(until other: some InfallibleType) -> Infallible<Element> where Element: Sendable {
        Infallible(asObservable().take(until: other.asObservable()))
    }

    /// Delivers elements until `other` delivers its first one, then completes.
    @preconcurrency
    public func take(until other: some ObservableType) -> Infallible<Element> where Element: Sendable {
        Infallible(asObservable().take(until: other))
    }

    /// Delivers elements until `predicate` holds, then completes. An error that a closure throws ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func take(
        until predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(asObservable().take(until: predicate, behavior: behavior))
    }

    /// Delivers elements as long as `predicate` holds, then completes. An error that a closure throws ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func take(
        while predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(asObservable().take(while: predicate, behavior: behavior))
    }

    /// Delivers the first `count` elements and completes with the last of them.
    public func take(_ count: Int) -> Infallible<Element> { Infallible(asObservable().take(count)) }

    /// Delivers elements until `duration` has passed since the subscription, then completes, on `scheduler`.
    @preconcurrency
    public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Infallible<Element>
    where Element: Sendable {
        Infallible(asObservable().take(for: duration, scheduler: scheduler))
    }

    /// Leaves out elements as long as `predicate` holds. Ends with the source. An error that a closure throws ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func skip(while predicate: @escaping @Sendable (Element) throws -> Bool) -> Infallible<Element> {
        Infallible(asObservable().skip(while: predicate))
    }

    /// Leaves elements out until `other` delivers its first one. Ends with the source; without a word if that completes before.
    @preconcurrency
    public func skip(until other: some ObservableType) -> Infallible<Element> where Element: Sendable {
        Infallible(asObservable().skip(until: other))
    }

    /// Delivers an element when `dueTime` has passed without another one. On `scheduler`. Ends with the source, behind an element that waits.
    public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Infallible<Element>
    where Element: Sendable {
        Infallible(asObservable().debounce(dueTime, scheduler: scheduler))
    }

    /// Delivers an element at once, and then no more than one every `dueTime`. What was held back comes on `scheduler`. Ends with the source, behind that.
    public func throttle(
        _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
    ) -> Infallible<Element> where Element: Sendable {
        Infallible(asObservable().throttle(dueTime, latest: latest, scheduler: scheduler))
    }

    /// Delivers an element when `dueTime` has passed on `clock` without another one. Ends with the source, behind an element that waits.
    public func debounce<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> Infallible<Element> where C.Duration == Duration, Element: Sendable {
        Infallible(asObservable().debounce(dueTime, clock: clock))
    }

    /// Delivers an element at once, and then no more than one every `dueTime` on `clock`. Ends with the source, behind an element that is held back.
    public func throttle<C: Clock>(
        _ dueTime: Duration, latest: Bool = true, clock: C = ContinuousClock()
    ) -> Infallible<Element> where C.Duration == Duration, Element: Sendable {
        Infallible(asObservable().throttle(dueTime, latest: latest, clock: clock))
    }

    /// Delivers elements until `duration` has passed on `clock`, then completes.
    @preconcurrency
    public func take<C: Clock>(
        for duration: Duration, clock: C = ContinuousClock()
    ) -> Infallible<Element> where C.Duration == Duration, Element: Sendable {
        Infallible(asObservable().take(for: duration, clock: clock))
    }
}
