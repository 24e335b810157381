/// A stream of a kind that promises how many elements it delivers: ``Single``, ``Maybe`` or ``Completable``.
public struct PrimitiveSequence<Trait, Element> {
    let source: Observable<Element>

    init(_ source: Observable<Element>) { self.source = source }
}

/// What is a ``PrimitiveSequence``, so that operators can be written for one kind.
public protocol PrimitiveSequenceType<Trait, Element>: SendableMetatype {
    /// The kind.
    associatedtype Trait
    /// What it delivers.
    associatedtype Element
    /// The sequence itself.
    var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequence: Sendable where Element: Sendable {}

extension PrimitiveSequence: PrimitiveSequenceType {
    /// The sequence itself.
    public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
    /// The same stream, with the same end; only its type no longer promises anything.
    public func asObservable() -> Observable<Element> { source }
}

extension PrimitiveSequence {
    /// Made anew for each subscription; an error thrown by the factory fails it.
    @preconcurrency
    public static func deferred(
        _ observableFactory: @escaping @Sendable () throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(.deferred { try observableFactory().source })
    }

    /// Delivers later; see ``ObservableType/delay(_:scheduler:)-(RxTimeInterval,_)``.
    public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> PrimitiveSequence<Trait, Element>
    where Element: Sendable {
        PrimitiveSequence(source.delay(dueTime, scheduler: scheduler))
    }

    /// Subscribes later; see ``ObservableType/delaySubscription(_:scheduler:)-(RxTimeInterval,_)``.
    @preconcurrency
    public func delaySubscription(
        _ dueTime: RxTimeInterval, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        PrimitiveSequence(source.delaySubscription(dueTime, scheduler: scheduler))
    }

    /// Delivers on `scheduler`; see ``ObservableType/observe(on:)-(ImmediateSchedulerType)``.
    public func observe(on scheduler: any ImmediateSchedulerType) -> PrimitiveSequence<Trait, Element>
    where Element: Sendable {
        PrimitiveSequence(source.observe(on: scheduler))
    }

    /// Subscribes on `scheduler`; see ``ObservableType/subscribe(on:)``.
    @preconcurrency
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> PrimitiveSequence<Trait, Element>
    where Element: Sendable {
        PrimitiveSequence(source.subscribe(on: scheduler))
    }

    /// Continues with what `handler` makes of an error, and ends with that; an error that it throws fails the sequence.
    @preconcurrency
    public func `catch`(
        _ handler: @escaping @Sendable (any Error) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(source.catch { try handler($0).source })
    }

    /// Subscribes up to `maxAttemptCount` times in all, the first time included; fails with the last error.
    public func retry(_ maxAttemptCount: Int) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(source.retry(maxAttemptCount))
    }

    /// Subscribes anew when the handler's stream delivers; see ``ObservableType/retry(when:)-((Observable<Error>)->ObservableType)``. Errors of another type fail the sequence.
    @preconcurrency
    public func retry<Failure: Error>(
        when notificationHandler: @escaping @Sendable (Observable<Failure>) -> some ObservableType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(source.retry(when: notificationHandler))
    }

    /// Subscribes anew when the handler's stream delivers; see ``ObservableType/retry(when:)-((Observable<Error>)->ObservableType)``.
    @preconcurrency
    public func retry(
        when notificationHandler: @escaping @Sendable (Observable<any Error>) -> some ObservableType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(source.retry(when: notificationHandler))
    }

    /// Tells ``Hooks/debugOutput`` of each subscription, event and disposal; see ``ObservableType/debug(_:trimOutput:file:line:function:)``.
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            source.debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
    }

    /// Makes a resource for each subscription and disposes it at the end, whichever end it is. An error that a factory throws fails the sequence.
    @preconcurrency
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping @Sendable () throws -> Resource,
        primitiveSequenceFactory: @escaping @Sendable (Resource) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            .using(resourceFactory, observableFactory: { try primitiveSequenceFactory($0).source }))
    }

    /// Fails with ``RxError/timeout``, on `scheduler`, when nothing has come within `dueTime`.
    public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> PrimitiveSequence<Trait, Element>
    where Element: Sendable {
        PrimitiveSequence(source.timeout(dueTime, scheduler: scheduler))
    }

    /// Continues with `other`, which is subscribed to on `scheduler`, when nothing has come within `dueTime`; ends with what runs then.
    public func timeout(
        _ dueTime: RxTimeInterval, other: PrimitiveSequence<Trait, Element>, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        PrimitiveSequence(source.timeout(dueTime, other: other.source, scheduler: scheduler))
    }
}

extension PrimitiveSequenceType where Element: FixedWidthInteger & SendableMetatype {
    /// Delivers 0 after `dueTime`, on `scheduler`, and ends. Never fails.
    public static func timer(
        _ dueTime: RxTimeInterval, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(Observable.timer(dueTime, scheduler: scheduler))
    }
}
