/// The kind of ``Single``.
public enum SingleTrait {}

/// A stream that delivers exactly one element, or fails.
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// How a ``Single`` ends.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// What a single made by hand calls once.
    public typealias SingleObserver = @Sendable (SingleEvent<Element>) -> Void

    /// A single made by hand; see ``ObservableType/create(_:)``. Only the first call of the observer counts.
    @preconcurrency
    public static func create(
        subscribe: @escaping @Sendable (@escaping SingleObserver) -> any Disposable
    ) -> Single<Element> {
        Single(
            .create { observer in
                // The element and the completion are two events, between which another call might come.
                let first = FirstCall()
                // Safe: the observer serializes its events.
                let handover = Handover(observer)
                return subscribe { event in
                    let observer = handover.value
                    guard first.isThis() else { return }
                    switch event {
                    case .success(let element):
                        observer.onNext(element)
                        observer.onCompleted()
                    case .failure(let error): observer.onError(error)
                    }
                }
            })
    }

    /// Succeeds with `element` during the subscription, on the subscriber's thread.
    public static func just(_ element: Element) -> Single<Element> { Single(.just(element)) }

    /// Succeeds with `element` as soon as `scheduler` has a turn for it.
    @preconcurrency
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Single<Element>
    where Element: Sendable {
        Single(.just(element, scheduler: scheduler))
    }

    /// Fails during the subscription.
    public static func error(_ error: any Error) -> Single<Element> { Single(.error(error)) }

    /// Neither succeeds nor fails; only disposal ends it.
    public static func never() -> Single<Element> { Single(.never()) }

    /// Subscribes with one closure for both outcomes. Called once, on the thread that the outcome comes on, unless what is returned is disposed before.
    @preconcurrency
    public func subscribe(_ observer: @escaping @Sendable (SingleEvent<Element>) -> Void) -> any Disposable {
        subscribe(onSuccess: { observer(.success($0)) }, onFailure: { observer(.failure($0)) })
    }

    /// Subscribes with a closure for each outcome; a failure without one goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func subscribe(
        onSuccess: (@Sendable (Element) -> Void)? = nil, onFailure: (@Sendable (any Error) -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
    }

    /// Subscribes with closures that are given `object`, which is not retained. A failure without a closure goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object, onSuccess: (@Sendable (Object, Element) -> Void)? = nil,
        onFailure: (@Sendable (Object, any Error) -> Void)? = nil, onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(with: object, onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Calls the closures as the outcome passes; see ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    @preconcurrency
    public func `do`(
        onSuccess: (@Sendable (Element) throws -> Void)? = nil,
        afterSuccess: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (any Error) throws -> Void)? = nil,
        afterError: (@Sendable (any Error) throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Single<Element> {
        Single(
            primitiveSequence.source.do(
                onNext: onSuccess, afterNext: afterSuccess, onError: onError, afterError: afterError,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }

    /// Transforms the element; an error thrown by `transform` fails the single.
    @preconcurrency
    public func map<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Single<Result> {
        Single<Result>(primitiveSequence.source.map(transform))
    }

    /// The element if `predicate` holds for it, else nothing. Fails with the single, or with what `predicate` throws.
    @preconcurrency
    public func filter(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Maybe<Element> {
        Maybe(primitiveSequence.source.filter(predicate))
    }

    /// The transformed element, or nothing if that is nil. Fails with the single, or with what `transform` throws.
    @preconcurrency
    public func compactMap<Result>(_ transform: @escaping @Sendable (Element) throws -> Result?) -> Maybe<Result> {
        Maybe<Result>(primitiveSequence.source.compactMap(transform))
    }

    /// Continues with the single that `selector` makes of the element. Ends with that; fails with either, or with what `selector` throws.
    @preconcurrency
    public func flatMap<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) throws -> Single<Result>
    ) -> Single<Result> where Element: Sendable {
        Single<Result>(primitiveSequence.source.flatMap(selector))
    }

    /// Continues with the maybe that `selector` makes of the element. Ends with that; fails with either, or with what `selector` throws.
    @preconcurrency
    public func flatMapMaybe<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) throws -> Maybe<Result>
    ) -> Maybe<Result> where Element: Sendable {
        Maybe<Result>(primitiveSequence.source.flatMap(selector))
    }

    /// Continues with the completable that `selector` makes of the element. Ends with that; fails with either, or with what `selector` throws.
    @preconcurrency
    public func flatMapCompletable(
        _ selector: @escaping @Sendable (Element) throws -> Completable
    ) -> Completable where Element: Sendable {
        Completable(primitiveSequence.source.flatMap(selector))
    }

    /// Succeeds with `element` in the place of an error.
    public func catchAndReturn(_ element: Element) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(primitiveSequence.source.catchAndReturn(element))
    }

    /// The single as a stream of at most one element. Succeeds and fails with the single.
    public func asMaybe() -> Maybe<Element> { Maybe(primitiveSequence.source) }

    /// The single without its element. Completes when the single succeeds; fails with it.
    public func asCompletable() -> Completable { Completable(primitiveSequence.source.ignoreElements()) }

    /// Succeeds with what `resultSelector` makes of all elements, in the order of the collection; fails with the first failure.
    @preconcurrency
    public static func zip<Singles: Collection, Result>(
        _ collection: Singles, resultSelector: @escaping @Sendable ([Element]) throws -> Result
    ) -> PrimitiveSequence<Trait, Result> where Singles.Element == Single<Element>, Element: Sendable {
        if collection.isEmpty { return PrimitiveSequence<Trait, Result>(.deferred { .just(try resultSelector([])) }) }
        return PrimitiveSequence<Trait, Result>(
            Observable.zip(collection.map { $0.asObservable() }, resultSelector: resultSelector))
    }

    /// Succeeds with all elements, in the order of the collection; fails with the first failure.
    @preconcurrency
    public static func zip<Singles: Collection>(
        _ collection: Singles
    ) -> PrimitiveSequence<Trait, [Element]> where Singles.Element == Single<Element>, Element: Sendable {
        zip(collection) { $0 }
    }
}
