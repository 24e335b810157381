// Written by Scripts/generate-wrappers.py. Edit Scripts/wrappers.txt, not this file.

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Creates a maybe that succeeds with `element`; see ``ObservableType/just(_:)``.
    public static func just(_ element: Element) -> Maybe<Element> {
        Maybe<Element>(.just(element))
    }

    /// Creates a maybe that succeeds with `element` on `scheduler`; see ``ObservableType/just(_:scheduler:)``.
    @preconcurrency
    public static func just(
        _ element: Element, scheduler: any ImmediateSchedulerType
    ) -> Maybe<Element> where Element: Sendable {
        Maybe<Element>(.just(element, scheduler: scheduler))
    }

    /// Creates a maybe that fails; see ``ObservableType/error(_:)``.
    public static func error(_ error: any Error) -> Maybe<Element> {
        Maybe<Element>(.error(error))
    }

    /// Creates a maybe that never succeeds, completes or fails; see ``ObservableType/never()``.
    public static func never() -> Maybe<Element> {
        Maybe<Element>(.never())
    }

    /// Creates a maybe that completes without an element; see ``ObservableType/empty()``.
    public static func empty() -> Maybe<Element> {
        Maybe<Element>(.empty())
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Transforms the element; see ``ObservableType/map(_:)``.
    @preconcurrency
    public func map<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Maybe<Result> {
        Maybe<Result>(primitiveSequence.source.map(transform))
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

    /// Continues with the maybe that `selector` returns for the element; see ``ObservableType/flatMap(_:)``.
    @preconcurrency
    public func flatMap<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) throws -> Maybe<Result>
    ) -> Maybe<Result> where Element: Sendable {
        Maybe<Result>(primitiveSequence.source.flatMap(selector))
    }

    /// Succeeds with `default` if the maybe completes without an element; see ``ObservableType/ifEmpty(default:)``.
    @preconcurrency
    public func ifEmpty(default: Element) -> Single<Element> where Element: Sendable {
        Single<Element>(primitiveSequence.source.ifEmpty(default: `default`))
    }

    /// Continues with `other` if the maybe completes without an element; see ``ObservableType/ifEmpty(switchTo:)``.
    public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
        Maybe<Element>(primitiveSequence.source.ifEmpty(switchTo: other.source))
    }

    /// Continues with `other` if the maybe completes without an element; see ``ObservableType/ifEmpty(switchTo:)``.
    public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
        Single<Element>(primitiveSequence.source.ifEmpty(switchTo: other.source))
    }

    /// Succeeds with `element` if the maybe fails; see ``ObservableType/catchAndReturn(_:)``.
    @preconcurrency
    public func catchAndReturn(_ element: Element) -> PrimitiveSequence<Trait, Element> where Element: Sendable {
        PrimitiveSequence<Trait, Element>(primitiveSequence.source.catchAndReturn(element))
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Calls the closures for side effects; see
    /// ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    ///
    /// `onCompleted` also runs after an element. What a closure throws after the element goes to
    /// ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func `do`(
        onNext: (@Sendable (Element) throws -> Void)? = nil, afterNext: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (any Error) throws -> Void)? = nil,
        afterError: (@Sendable (any Error) throws -> Void)? = nil, onCompleted: (@Sendable () throws -> Void)? = nil,
        afterCompleted: (@Sendable () throws -> Void)? = nil, onSubscribe: (@Sendable () -> Void)? = nil,
        onSubscribed: (@Sendable () -> Void)? = nil, onDispose: (@Sendable () -> Void)? = nil
    ) -> Maybe<Element> {
        primitiveSequence.doing(
            onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError, onCompleted: onCompleted,
            afterCompleted: afterCompleted, onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose)
    }
}
