/// The trait of ``Completable``.
public enum CompletableTrait {}

/// A stream without elements: it completes or fails.
public typealias Completable = PrimitiveSequence<CompletableTrait, Never>

/// The outcome of a ``Completable``.
@frozen
public enum CompletableEvent: Sendable {
    /// The completable failed.
    case error(any Error)
    /// The completable completed.
    case completed
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// The closure that `create(subscribe:)` passes to its `subscribe` closure to send the outcome.
    public typealias CompletableObserver = @Sendable (CompletableEvent) -> Void

    /// Creates a completable from a closure that sends its outcome; see ``ObservableType/create(_:)``.
    ///
    /// Only the first outcome counts.
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

    /// Subscribes with one closure for both outcomes; see ``subscribe(onCompleted:onError:onDisposed:)``.
    @preconcurrency
    public func subscribe(_ observer: @escaping @Sendable (CompletableEvent) -> Void) -> any Disposable {
        subscribe(onCompleted: { observer(.completed) }, onError: { observer(.error($0)) })
    }

    /// Subscribes with a closure for each outcome.
    ///
    /// An error without `onError` goes to ``Hooks/defaultErrorHandler``.
    /// - Ends: with the outcome, or when the returned disposable is disposed.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func subscribe(
        onCompleted: (@Sendable () -> Void)? = nil, onError: (@Sendable (any Error) -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Subscribes with closures that receive `object`, without retaining it; see
    /// ``subscribe(onCompleted:onError:onDisposed:)``.
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
    /// Runs `second` after this completable completes.
    /// - Ends: with `second`; fails with the first error of either.
    /// - Runs on: the source's thread, then the thread of `second`.
    /// - Keeps: nothing.
    public func andThen<Result>(_ second: Single<Result>) -> Single<Result> {
        Single<Result>(continued(with: second.source))
    }

    /// Runs `second` after this completable completes.
    /// - Ends: with `second`; fails with the first error of either.
    /// - Runs on: the source's thread, then the thread of `second`.
    /// - Keeps: nothing.
    public func andThen<Result>(_ second: Maybe<Result>) -> Maybe<Result> {
        Maybe<Result>(continued(with: second.source))
    }

    /// Runs `second` after this completable completes.
    /// - Ends: with `second`; fails with the first error of either.
    /// - Runs on: the source's thread, then the thread of `second`.
    /// - Keeps: nothing.
    public func andThen(_ second: Completable) -> Completable { Completable(continued(with: second.source)) }

    /// Runs `second` after this completable completes.
    /// - Ends: with `second`; fails with the first error of either.
    /// - Runs on: the source's thread, then the thread of `second`.
    /// - Keeps: nothing.
    public func andThen<Result>(_ second: Observable<Result>) -> Observable<Result> { continued(with: second) }

    private func continued<Result>(with second: Observable<Result>) -> Observable<Result> {
        primitiveSequence.source.ignoreElements(as: Result.self).concat(second)
    }
}
