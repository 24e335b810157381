// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.

extension PrimitiveSequence {
    /// Creates a new sequence for each subscription; see ``ObservableType/deferred(_:)``.
    @preconcurrency
    public static func deferred(
        _ observableFactory: @escaping @Sendable () throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence<Trait, Element>(.deferred { try observableFactory().source })
    }

    /// Delays the element and the completion; see ``ObservableType/delay(_:scheduler:)-(RxTimeInterval,_)``.
    public func delay(
        _ dueTime: RxTimeInterval, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        PrimitiveSequence<Trait, Element>(source.delay(dueTime, scheduler: scheduler))
    }

    /// Delays the subscription to the source; see
    /// ``ObservableType/delaySubscription(_:scheduler:)-(RxTimeInterval,_)``.
    @preconcurrency
    public func delaySubscription(
        _ dueTime: RxTimeInterval, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        PrimitiveSequence<Trait, Element>(source.delaySubscription(dueTime, scheduler: scheduler))
    }

    /// Delivers events on `scheduler`; see ``ObservableType/observe(on:)-(ImmediateSchedulerType)``.
    public func observe(
        on scheduler: any ImmediateSchedulerType
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        PrimitiveSequence<Trait, Element>(source.observe(on: scheduler))
    }

    /// Subscribes to the source on `scheduler`; see ``ObservableType/subscribe(on:)``.
    @preconcurrency
    public func subscribe(
        on scheduler: any ImmediateSchedulerType
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        PrimitiveSequence<Trait, Element>(source.subscribe(on: scheduler))
    }

    /// Switches to the sequence that `handler` returns if the source fails; see ``ObservableType/catch(_:)``.
    @preconcurrency
    public func `catch`(
        _ handler: @escaping @Sendable (any Error) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence<Trait, Element>(source.catch { try handler($0).source })
    }

    /// Subscribes at most `maxAttemptCount` times, including the first attempt; see ``ObservableType/retry(_:)``.
    public func retry(_ maxAttemptCount: Int) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence<Trait, Element>(source.retry(maxAttemptCount))
    }

    /// Resubscribes when the handler's stream emits, for errors of one type; see
    /// ``ObservableType/retry(when:)-((Observable<Failure>)->ObservableType)``.
    ///
    /// A single fails with ``RxError/noElements`` if that stream completes after an error.
    @preconcurrency
    public func retry<Failure: Error>(
        when notificationHandler: @escaping @Sendable (Observable<Failure>) -> some ObservableType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence<Trait, Element>(endingWith: source.retry(when: notificationHandler))
    }

    /// Resubscribes when the handler's stream emits; see
    /// ``ObservableType/retry(when:)-((Observable<Error>)->ObservableType)``.
    ///
    /// A single fails with ``RxError/noElements`` if that stream completes after an error.
    @preconcurrency
    public func retry(
        when notificationHandler: @escaping @Sendable (Observable<any Error>) -> some ObservableType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence<Trait, Element>(endingWith: source.retry(when: notificationHandler))
    }

    /// Writes each subscription, event and disposal to ``Hooks/debugOutput``; see
    /// ``ObservableType/debug(_:trimOutput:file:line:function:)``.
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence<Trait, Element>(
            source.debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
    }

    /// Creates a resource for each subscription and disposes it at the end; see
    /// ``ObservableType/using(_:observableFactory:)``.
    @preconcurrency
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping @Sendable () throws -> Resource,
        primitiveSequenceFactory: @escaping @Sendable (Resource) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence<Trait, Element>(
            .using(resourceFactory, observableFactory: { try primitiveSequenceFactory($0).source }))
    }

    /// Fails with ``RxError/timeout`` if no event arrives within `dueTime`; see
    /// ``ObservableType/timeout(_:scheduler:)-(RxTimeInterval,_)``.
    public func timeout(
        _ dueTime: RxTimeInterval, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        timeout(dueTime, otherSource: .error(RxError.timeout), scheduler)
    }

    /// Switches to `other` if no event arrives within `dueTime`; see
    /// ``ObservableType/timeout(_:other:scheduler:)-(RxTimeInterval,_,_)``.
    public func timeout(
        _ dueTime: RxTimeInterval, other: PrimitiveSequence<Trait, Element>, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        timeout(dueTime, otherSource: other.source, scheduler)
    }
}

extension PrimitiveSequenceType where Element: FixedWidthInteger & SendableMetatype {
    /// Delivers 0 after `dueTime` and completes; see
    /// ``ObservableType/timer(_:period:scheduler:)-(RxTimeInterval,_,_)``.
    public static func timer(
        _ dueTime: RxTimeInterval, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence<Trait, Element>(Observable.timer(dueTime, scheduler: scheduler))
    }
}
