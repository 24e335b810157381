/// The kind of ``Completable``.
public enum CompletableTrait {}

/// A stream that delivers nothing: it completes or fails.
public typealias Completable = PrimitiveSequence<CompletableTrait, Never>

/// How a ``Completable`` ends.
@frozen
public enum CompletableEvent: Sendable {
    /// With a failure.
    case error(any Error)
    /// Well.
    case completed
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// What a completable made by hand calls once.
    public typealias CompletableObserver = @Sendable (CompletableEvent) -> Void

    /// A completable made by hand; see ``ObservableType/create(_:)``. Only the first call of the observer counts.
    @preconcurrency
    public static func create(
        subscribe: @escaping @Sendable (@escaping CompletableObserver) -> any Disposable
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            .create { observer in
                subscribe { event in
                    switch event {
                    case .error(let error): observer.onError(error)
                    case .completed: observer.onCompleted()
                    }
                }
            })
    }

    /// Fails during the subscription.
    public static func error(_ error: any Error) -> Completable { Completable(.error(error)) }

    /// Neither completes nor fails; only disposal ends it.
    public static func never() -> Completable { Completable(.never()) }

    /// Completes during the subscription.
    public static func empty() -> Completable { Completable(.empty()) }

    /// Subscribes with one closure for both outcomes. Called once, on the thread that the outcome comes on, unless what is returned is disposed before.
    @preconcurrency
    public func subscribe(_ observer: @escaping @Sendable (CompletableEvent) -> Void) -> any Disposable {
        subscribe(onCompleted: { observer(.completed) }, onError: { observer(.error($0)) })
    }

    /// Subscribes with a closure for each outcome; a failure without one goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func subscribe(
        onCompleted: (@Sendable () -> Void)? = nil, onError: (@Sendable (any Error) -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Subscribes with closures that are given `object`, which is not retained.
    @preconcurrency
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object, onCompleted: (@Sendable (Object) -> Void)? = nil,
        onError: (@Sendable (Object, any Error) -> Void)? = nil, onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(
            with: object, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Continues with `second` after completion. Ends with that; fails with either.
    public func andThen<Result>(_ second: Single<Result>) -> Single<Result> {
        Single<Result>(continued(with: second.source))
    }

    /// Continues with `second` after completion. Ends with that; fails with either.
    public func andThen<Result>(_ second: Maybe<Result>) -> Maybe<Result> {
        Maybe<Result>(continued(with: second.source))
    }

    /// Continues with `second` after completion. Ends with that; fails with either.
    public func andThen(_ second: Completable) -> Completable { Completable(continued(with: second.source)) }

    /// Continues with `second` after completion. Ends with that; fails with either.
    public func andThen<Result>(_ second: Observable<Result>) -> Observable<Result> { continued(with: second) }

    private func continued<Result>(with second: Observable<Result>) -> Observable<Result> {
        primitiveSequence.source.ignoreElements(as: Result.self).concat(second)
    }

    /// Continues with `second` after completion. Ends with that; fails with either.
    public func concat(_ second: Completable) -> Completable { andThen(second) }

    /// Runs the completables one after the other. Completes with the last; fails with the first failure, and the rest is left out.
    public static func concat(_ sources: Completable...) -> Completable {
        Completable(.concat(sources.map(\.source)))
    }

    /// Runs the completables one after the other. The sequence may be infinite. Completes with the last; fails with the first failure, and the rest is left out.
    public static func concat<Completables: Sequence>(_ sequence: Completables) -> Completable
    where Completables.Element == Completable {
        Completable(.concat(sequence.lazy.map(\.source)))
    }

    /// Runs the completables one after the other. Completes with the last; fails with the first failure, and the rest is left out.
    public static func concat<Completables: Collection>(_ collection: Completables) -> Completable
    where Completables.Element == Completable {
        Completable(.concat(collection.map(\.source)))
    }

    /// Completes when all have completed; fails with the first failure.
    public static func zip<Completables: Collection>(_ sources: Completables) -> Completable
    where Completables.Element == Completable {
        zip(Array(sources))
    }

    /// Completes when all have completed; fails with the first failure.
    public static func zip(_ sources: [Completable]) -> Completable { Completable(.merge(sources.map(\.source))) }

    /// Completes when all have completed; fails with the first failure.
    public static func zip(_ sources: Completable...) -> Completable { zip(sources) }
}
