/// The trait of ``Single``.
public enum SingleTrait {}

/// A stream that delivers exactly one element or fails.
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// The outcome of a ``Single``.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// The closure that `create(subscribe:)` passes to its `subscribe` closure to send the outcome.
    public typealias SingleObserver = @Sendable (SingleEvent<Element>) -> Void

    /// Creates a single from a closure that sends its outcome; see ``ObservableType/create(_:)``.
    ///
    /// Only the first outcome counts.
    @preconcurrency
    public static func create(
        subscribe: @escaping @Sendable (@escaping SingleObserver) -> any Disposable
    ) -> Single<Element> {
        Single(
            .create { observer in
                // The element and the completion are separate events; another call could interleave.
                let first = FirstCall()
                // Safe: the observer serializes its events.
                let transfer = UncheckedTransfer(observer)
                return subscribe { event in
                    let observer = transfer.value
                    guard first.claim() else { return }
                    switch event {
                    case .success(let element):
                        observer.onNext(element)
                        observer.onCompleted()
                    case .failure(let error): observer.onError(error)
                    }
                }
            })
    }

    /// Subscribes with one closure for both outcomes; see ``subscribe(onSuccess:onFailure:onDisposed:)``.
    @preconcurrency
    public func subscribe(_ observer: @escaping @Sendable (SingleEvent<Element>) -> Void) -> any Disposable {
        subscribe(onSuccess: { observer(.success($0)) }, onFailure: { observer(.failure($0)) })
    }

    /// Subscribes with a closure for each outcome.
    ///
    /// An error without `onFailure` goes to ``Hooks/defaultErrorHandler``.
    /// - Ends: with the outcome, or when the returned disposable is disposed.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func subscribe(
        onSuccess: (@Sendable (Element) -> Void)? = nil, onFailure: (@Sendable (any Error) -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
    }

    /// Subscribes with closures that receive `object`, without retaining it; see
    /// ``subscribe(onSuccess:onFailure:onDisposed:)``.
    @preconcurrency
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object, onSuccess: (@Sendable (Object, Element) -> Void)? = nil,
        onFailure: (@Sendable (Object, any Error) -> Void)? = nil, onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(with: object, onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Returns the single as a maybe.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    public func asMaybe() -> Maybe<Element> { Maybe(primitiveSequence.source) }

    /// Returns the single as a completable, which completes when the single succeeds.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    public func asCompletable() -> Completable { Completable(primitiveSequence.source.ignoreElements()) }

    /// Succeeds with the result of `resultSelector` for all elements, in the order of the collection.
    ///
    /// An error thrown by `resultSelector` fails the single. For an empty collection, `resultSelector` receives an
    /// empty array.
    /// - Ends: when all singles have succeeded; fails with the first error.
    /// - Runs on: the thread of the single that ends last or fails.
    /// - Keeps: the element of each single.
    @preconcurrency
    public static func zip<Singles: Collection, Result>(
        _ collection: Singles, resultSelector: @escaping @Sendable ([Element]) throws -> Result
    ) -> PrimitiveSequence<Trait, Result> where Singles.Element == Single<Element>, Element: Sendable {
        if collection.isEmpty { return PrimitiveSequence<Trait, Result>(.deferred { .just(try resultSelector([])) }) }
        return PrimitiveSequence<Trait, Result>(
            Observable.zip(collection.map { $0.asObservable() }, resultSelector: resultSelector))
    }

    /// Succeeds with all elements, in the order of the collection; see ``ObservableType/zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<Singles: Collection>(
        _ collection: Singles
    ) -> PrimitiveSequence<Trait, [Element]> where Singles.Element == Single<Element>, Element: Sendable {
        zip(collection) { $0 }
    }
}
