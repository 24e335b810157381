/// A stream that never fails.
public protocol InfallibleType<Element>: ObservableConvertibleType {}

/// A stream that never fails: what it is made of promises so, and its subscriptions have no place for an error.
///
/// Closures of its operators that throw all the same (`distinctUntilChanged`, `combineLatest`, …) end the subscription; the error goes to ``Hooks/defaultErrorHandler``.
public struct Infallible<Element>: InfallibleType, Sendable {
    let source: Observable<Element>

    init(_ source: Observable<Element>) { self.source = source }

    /// The same stream, with the same end; only its type no longer promises anything.
    public func asObservable() -> Observable<Element> { source }
}

/// What an ``Infallible`` delivers: `next* completed?`.
public enum InfallibleEvent<Element> {
    /// The next element.
    case next(Element)
    /// The stream has ended; nothing follows.
    case completed
}

extension InfallibleEvent: Sendable where Element: Sendable {}

extension InfallibleEvent: EventConvertible {
    /// The same as an event of a stream that may fail.
    public var event: Event<Element> {
        switch self {
        case .next(let element): .next(element)
        case .completed: .completed
        }
    }
}

extension InfallibleType {
    /// Subscribes with one closure for all events, called on the thread that they come on until the stream ends or what is returned is disposed.
    @preconcurrency
    public func subscribe(_ on: @escaping @Sendable (InfallibleEvent<Element>) -> Void) -> any Disposable {
        asObservable().subscribe(onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
    }

    /// Subscribes with a closure for each kind of event; see ``ObservableType/subscribe(onNext:onError:onCompleted:onDisposed:)``.
    @preconcurrency
    public func subscribe(
        onNext: (@Sendable (Element) -> Void)? = nil, onCompleted: (@Sendable () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes with closures that are given `object`, which is not retained; events that come after its end are dropped.
    @preconcurrency
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object, onNext: (@Sendable (Object, Element) -> Void)? = nil,
        onCompleted: (@Sendable (Object) -> Void)? = nil, onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }
}

extension ObservableConvertibleType {
    /// This stream, which delivers `element` in the place of an error and completes.
    public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
        Infallible(asObservable().catchAndReturn(element))
    }

    /// This stream, which continues with `infallible` when it fails, and ends with that.
    public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
        Infallible(asObservable().catch { _ in infallible.source })
    }

    /// This stream, which continues with what `onErrorRecover` makes of an error, and ends with that.
    @preconcurrency
    public func asInfallible(
        onErrorRecover: @escaping @Sendable (any Error) -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(asObservable().catch { onErrorRecover($0).source })
    }
}
