// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Creates a single that succeeds with `element`; see ``ObservableType/just(_:)``.
    public static func just(_ element: Element) -> Single<Element> {
        Single<Element>(.just(element))
    }

    /// Creates a single that succeeds with `element` on `scheduler`; see ``ObservableType/just(_:scheduler:)``.
    @preconcurrency
    public static func just(
        _ element: Element, scheduler: any ImmediateSchedulerType
    ) -> Single<Element> where Element: Sendable {
        Single<Element>(.just(element, scheduler: scheduler))
    }

    /// Creates a single that fails; see ``ObservableType/error(_:)``.
    public static func error(_ error: any Error) -> Single<Element> {
        Single<Element>(.error(error))
    }

    /// Creates a single that never succeeds or fails; see ``ObservableType/never()``.
    public static func never() -> Single<Element> {
        Single<Element>(.never())
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Calls the closures for side effects; see
    /// ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    ///
    /// An error thrown by `afterSuccess` goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func `do`(
        onSuccess: (@Sendable (Element) throws -> Void)? = nil,
        afterSuccess: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (any Error) throws -> Void)? = nil,
        afterError: (@Sendable (any Error) throws -> Void)? = nil, onSubscribe: (@Sendable () -> Void)? = nil,
        onSubscribed: (@Sendable () -> Void)? = nil, onDispose: (@Sendable () -> Void)? = nil
    ) -> Single<Element> {
        primitiveSequence.doing(
            onNext: onSuccess, afterNext: afterSuccess, onError: onError, afterError: afterError,
            onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose)
    }

    /// Transforms the element; see ``ObservableType/map(_:)``.
    @preconcurrency
    public func map<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Single<Result> {
        Single<Result>(primitiveSequence.source.map(transform))
    }

    /// Delivers the element if it satisfies `predicate`; see ``ObservableType/filter(_:)``.
    @preconcurrency
    public func filter(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Maybe<Element> {
        Maybe<Element>(primitiveSequence.source.filter(predicate))
    }

    /// Transforms the element and drops a nil result; see ``ObservableType/compactMap(_:)-((Self.Element)->Result?)``.
    @preconcurrency
    public func compactMap<Result>(_ transform: @escaping @Sendable (Element) throws -> Result?) -> Maybe<Result> {
        Maybe<Result>(primitiveSequence.source.compactMap(transform))
    }

    /// Continues with the single that `selector` returns for the element; see ``ObservableType/flatMap(_:)``.
    @preconcurrency
    public func flatMap<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) throws -> Single<Result>
    ) -> Single<Result> where Element: Sendable {
        Single<Result>(primitiveSequence.source.flatMap(selector))
    }

    /// Continues with the maybe that `selector` returns for the element; see ``ObservableType/flatMap(_:)``.
    @preconcurrency
    public func flatMapMaybe<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) throws -> Maybe<Result>
    ) -> Maybe<Result> where Element: Sendable {
        Maybe<Result>(primitiveSequence.source.flatMap(selector))
    }

    /// Continues with the completable that `selector` returns for the element; see ``ObservableType/flatMap(_:)``.
    @preconcurrency
    public func flatMapCompletable(
        _ selector: @escaping @Sendable (Element) throws -> Completable
    ) -> Completable where Element: Sendable {
        Completable(primitiveSequence.source.flatMap(selector))
    }

    /// Succeeds with `element` if the single fails; see ``ObservableType/catchAndReturn(_:)``.
    @preconcurrency
    public func catchAndReturn(_ element: Element) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        PrimitiveSequence<Trait, Element>(primitiveSequence.source.catchAndReturn(element))
    }
}
