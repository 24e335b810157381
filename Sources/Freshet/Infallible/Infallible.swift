/// A type that represents a stream that never fails.
public protocol InfallibleType<Element>: ObservableConvertibleType {}

/// A stream that never fails.
///
/// Its subscribe functions have no closure for errors. If an operator's closure throws (`distinctUntilChanged`,
/// `combineLatest`, …), the subscription ends and the error goes to ``Hooks/defaultErrorHandler``.
public struct Infallible<Element>: InfallibleType, Sendable {
    let source: Observable<Element>

    init(_ source: Observable<Element>) { self.source = source }

    /// Returns the stream as an ``Observable`` that completes with it.
    public func asObservable() -> Observable<Element> { source }
}

/// An event of an ``Infallible``: `next* completed?`.
public enum InfallibleEvent<Element> {
    /// The next element.
    case next(Element)
    /// The stream completed. No event follows.
    case completed
}

extension InfallibleEvent: Sendable where Element: Sendable {}

extension InfallibleEvent: EventConvertible {
    /// This event as an ``Event``.
    public var event: Event<Element> {
        switch self {
        case .next(let element): .next(element)
        case .completed: .completed
        }
    }
}

extension Infallible {
    /// The closure that ``create(subscribe:)`` passes to its `subscribe` closure to send events.
    public typealias InfallibleObserver = @Sendable (InfallibleEvent<Element>) -> Void

    /// Creates a stream from a closure that sends its events; see ``ObservableType/create(_:)``.
    @preconcurrency
    public static func create(
        subscribe: @escaping @Sendable (@escaping InfallibleObserver) -> any Disposable
    ) -> Infallible<Element> {
        Infallible(
            .create { observer in
                // Safe: the observer serializes its events.
                let observer = UncheckedTransfer(observer)
                return subscribe { observer.value.on($0.event) }
            })
    }
}

extension InfallibleType {
    /// Subscribes with one closure for all events; see ``subscribe(onNext:onCompleted:onDisposed:)``.
    @preconcurrency
    public func subscribe(_ on: @escaping @Sendable (InfallibleEvent<Element>) -> Void) -> any Disposable {
        asObservable().subscribe(onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
    }

    /// Subscribes with a closure for each kind of event; see
    /// ``ObservableType/subscribe(onNext:onError:onCompleted:onDisposed:)``.
    @preconcurrency
    public func subscribe(
        onNext: (@Sendable (Element) -> Void)? = nil, onCompleted: (@Sendable () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes with closures that receive `object`, without retaining it; see
    /// ``subscribe(onNext:onCompleted:onDisposed:)``.
    ///
    /// Events that arrive after `object` is released are dropped.
    @preconcurrency
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object, onNext: (@Sendable (Object, Element) -> Void)? = nil,
        onCompleted: (@Sendable (Object) -> Void)? = nil, onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }
}

extension ObservableConvertibleType {
    /// Converts the stream to an infallible stream that replaces an error with `element` and completes.
    /// - Ends: when the source completes or fails.
    /// - Runs on: the source's thread.
    /// - Keeps: `element`.
    @preconcurrency
    public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> where Element: Sendable {
        Infallible(asObservable().catchAndReturn(element))
    }

    /// Converts the stream to an infallible stream that switches to another if the source fails.
    /// - Ends: with the source, or with `infallible` after an error.
    /// - Runs on: the running stream's thread.
    /// - Keeps: nothing.
    public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
        Infallible(asObservable().catch { _ in infallible.source })
    }

    /// Converts the stream to an infallible stream that switches to `onErrorRecover`'s stream on error.
    /// - Ends: with the source, or with the returned stream after an error.
    /// - Runs on: the running stream's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func asInfallible(
        onErrorRecover: @escaping @Sendable (any Error) -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(asObservable().catch { onErrorRecover($0).source })
    }
}
