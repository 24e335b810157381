/// The kind of ``Maybe``.
public enum MaybeTrait {}

/// A stream that delivers one element, or completes without one, or fails.
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// How a ``Maybe`` ends.
@frozen
public enum MaybeEvent<Element> {
    /// With this element.
    case success(Element)
    /// With a failure.
    case error(any Error)
    /// Without an element.
    case completed
}

extension MaybeEvent: Sendable where Element: Sendable {}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// What a maybe made by hand calls once.
    public typealias MaybeObserver = @Sendable (MaybeEvent<Element>) -> Void

    /// A maybe made by hand; see ``ObservableType/create(_:)``. Only the first call of the observer counts.
    @preconcurrency
    public static func create(
        subscribe: @escaping @Sendable (@escaping MaybeObserver) -> any Disposable
    ) -> Maybe<Element> {
        Maybe(
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
                    case .error(let error): observer.onError(error)
                    case .completed: observer.onCompleted()
                    }
                }
            })
    }

    /// Succeeds with `element` during the subscription, on the subscriber's thread.
    public static func just(_ element: Element) -> Maybe<Element> { Maybe(.just(element)) }

    /// Succeeds with `element` as soon as `scheduler` has a turn for it.
    @preconcurrency
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Maybe<Element>
    where Element: Sendable {
        Maybe(.just(element, scheduler: scheduler))
    }

    /// Fails during the subscription.
    public static func error(_ error: any Error) -> Maybe<Element> { Maybe(.error(error)) }

    /// Neither succeeds nor fails; only disposal ends it.
    public static func never() -> Maybe<Element> { Maybe(.never()) }

    /// Completes during the subscription without an element.
    public static func empty() -> Maybe<Element> { Maybe(.empty()) }

    /// Subscribes with one closure for all outcomes. Called once, on the thread that the outcome comes on, unless what is returned is disposed before.
    @preconcurrency
    public func subscribe(_ observer: @escaping @Sendable (MaybeEvent<Element>) -> Void) -> any Disposable {
        primitiveSequence.source.subscribe(AnyObserver(sink: MaybeSink(observer)))
    }

    /// Subscribes with a closure for each outcome; a failure without one goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func subscribe(
        onSuccess: (@Sendable (Element) -> Void)? = nil, onError: (@Sendable (any Error) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil, onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        let disposed = Disposables.create { onDisposed?() }
        let subscription = subscribe { event in
            switch event {
            case .success(let element): onSuccess?(element)
            case .error(let error):
                if let onError { onError(error) } else { Hooks.defaultErrorHandler([], error) }
            case .completed: onCompleted?()
            }
            disposed.dispose()
        }
        return Disposables.create(subscription, disposed)
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Subscribes with closures that are given `object`, which is not retained. A failure without a closure goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object, onSuccess: (@Sendable (Object, Element) -> Void)? = nil,
        onError: (@Sendable (Object, any Error) -> Void)? = nil, onCompleted: (@Sendable (Object) -> Void)? = nil,
        onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            onSuccess: { [weak object] element in if let object { onSuccess?(object, element) } },
            onError: onError.map { onError in
                { @Sendable [weak object] error in if let object { onError(object, error) } }
            },
            onCompleted: { [weak object] in if let object { onCompleted?(object) } },
            onDisposed: { [weak object] in if let object { onDisposed?(object) } })
    }
}

// Safe to hand between threads: see Sink.
/// Tells the one outcome: the completion after an element is not told.
private final class MaybeSink<Element>: Sink<Element>, @unchecked Sendable {
    private let observer: @Sendable (MaybeEvent<Element>) -> Void
    private var hasSucceeded = false

    init(_ observer: @escaping @Sendable (MaybeEvent<Element>) -> Void) { self.observer = observer }

    override func next(_ element: Element) {
        hasSucceeded = true
        observer(.success(element))
    }
    override func error(_ error: any Error) { observer(.error(error)) }
    override func completed() {
        if !hasSucceeded { observer(.completed) }
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Transforms the element. Completes without one where there is none; fails with the maybe, or with what `transform` throws.
    @preconcurrency
    public func map<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Maybe<Result> {
        Maybe<Result>(primitiveSequence.source.map(transform))
    }

    /// The element if `predicate` holds for it, else nothing. Fails with the maybe, or with what `predicate` throws.
    @preconcurrency
    public func filter(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Maybe<Element> {
        Maybe(primitiveSequence.source.filter(predicate))
    }

    /// The transformed element, or nothing if that is nil. Fails with the maybe, or with what `transform` throws.
    @preconcurrency
    public func compactMap<Result>(_ transform: @escaping @Sendable (Element) throws -> Result?) -> Maybe<Result> {
        Maybe<Result>(primitiveSequence.source.compactMap(transform))
    }

    /// Continues with the maybe that `selector` makes of the element. Ends with that, or without an element; fails with either, or with what `selector` throws.
    @preconcurrency
    public func flatMap<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) throws -> Maybe<Result>
    ) -> Maybe<Result> where Element: Sendable {
        Maybe<Result>(primitiveSequence.source.flatMap(selector))
    }

    /// Succeeds with `default` where there is no element.
    public func ifEmpty(default: Element) -> Single<Element> {
        Single(primitiveSequence.source.ifEmpty(default: `default`))
    }

    /// Continues with `other` where there is no element. Ends with that then; fails with either.
    public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
        Maybe(primitiveSequence.source.ifEmpty(switchTo: other.source))
    }

    /// Continues with `other` where there is no element. Ends with that then; fails with either.
    public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
        Single(primitiveSequence.source.ifEmpty(switchTo: other.source))
    }

    /// Succeeds with `element` in the place of an error.
    public func catchAndReturn(_ element: Element) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(primitiveSequence.source.catchAndReturn(element))
    }
}
