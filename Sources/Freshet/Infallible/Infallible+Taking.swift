// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.

extension InfallibleType {
    /// Delivers elements until `other` emits one, then completes; see ``ObservableType/take(until:)``.
    @preconcurrency
    public func take(until other: some InfallibleType) -> Infallible<Element> where Element: Sendable {
        Infallible<Element>(asObservable().take(until: other.asObservable()))
    }

    /// Delivers elements until `other` emits one, then completes; see ``ObservableType/take(until:)``.
    @preconcurrency
    public func take(until other: some ObservableType) -> Infallible<Element> where Element: Sendable {
        Infallible<Element>(asObservable().take(until: other))
    }

    /// Delivers elements until one satisfies `predicate`, then completes; see ``ObservableType/take(until:behavior:)``.
    ///
    /// An error thrown by `predicate` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func take(
        until predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible<Element>(asObservable().take(until: predicate, behavior: behavior))
    }

    /// Delivers elements while they satisfy `predicate`, then completes; see ``ObservableType/take(while:behavior:)``.
    ///
    /// An error thrown by `predicate` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func take(
        while predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible<Element>(asObservable().take(while: predicate, behavior: behavior))
    }

    /// Delivers the first `count` elements and completes with the last; see ``ObservableType/take(_:)``.
    public func take(_ count: Int) -> Infallible<Element> {
        Infallible<Element>(asObservable().take(count))
    }

    /// Delivers elements until `duration` passes, then completes; see ``ObservableType/take(for:scheduler:)``.
    @preconcurrency
    public func take(
        for duration: RxTimeInterval, scheduler: any SchedulerType
    ) -> Infallible<Element> where Element: Sendable {
        Infallible<Element>(asObservable().take(for: duration, scheduler: scheduler))
    }

    /// Skips elements while they satisfy `predicate`; see ``ObservableType/skip(while:)``.
    ///
    /// An error thrown by `predicate` ends the subscription and goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func skip(while predicate: @escaping @Sendable (Element) throws -> Bool) -> Infallible<Element> {
        Infallible<Element>(asObservable().skip(while: predicate))
    }

    /// Skips elements until `other` emits one; see ``ObservableType/skip(until:)``.
    @preconcurrency
    public func skip(until other: some ObservableType) -> Infallible<Element> where Element: Sendable {
        Infallible<Element>(asObservable().skip(until: other))
    }

    /// Delivers an element once `dueTime` passes without another element; see
    /// ``ObservableType/debounce(_:scheduler:)-(RxTimeInterval,_)``.
    public func debounce(
        _ dueTime: RxTimeInterval, scheduler: any SchedulerType
    ) -> Infallible<Element> where Element: Sendable {
        Infallible<Element>(asObservable().debounce(dueTime, scheduler: scheduler))
    }

    /// Delivers at most one element every `dueTime`; see
    /// ``ObservableType/throttle(_:latest:scheduler:)-(RxTimeInterval,_,_)``.
    public func throttle(
        _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
    ) -> Infallible<Element> where Element: Sendable {
        Infallible<Element>(asObservable().throttle(dueTime, latest: latest, scheduler: scheduler))
    }

    /// Delivers an element once `dueTime` passes on `clock` without another element; see
    /// ``ObservableType/debounce(_:clock:)``.
    @_disfavoredOverload
    public func debounce<C: Clock>(
        _ dueTime: Duration, clock: C = ContinuousClock()
    ) -> Infallible<Element> where C.Duration == Duration, Element: Sendable {
        Infallible<Element>(asObservable().debounce(dueTime, clock: clock))
    }

    /// Delivers at most one element every `dueTime` on `clock`; see ``ObservableType/throttle(_:latest:clock:)``.
    @_disfavoredOverload
    public func throttle<C: Clock>(
        _ dueTime: Duration, latest: Bool = true, clock: C = ContinuousClock()
    ) -> Infallible<Element> where C.Duration == Duration, Element: Sendable {
        Infallible<Element>(asObservable().throttle(dueTime, latest: latest, clock: clock))
    }

    /// Delivers elements until `duration` passes on `clock`, then completes; see ``ObservableType/take(for:clock:)``.
    @_disfavoredOverload
    @preconcurrency
    public func take<C: Clock>(
        for duration: Duration, clock: C = ContinuousClock()
    ) -> Infallible<Element> where C.Duration == Duration, Element: Sendable {
        Infallible<Element>(asObservable().take(for: duration, clock: clock))
    }
}
