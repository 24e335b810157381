/// The trait of ``Maybe``.
public enum MaybeTrait {}

/// A stream that delivers one element, completes without an element, or fails.
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// The outcome of a ``Maybe``.
@frozen
public enum MaybeEvent<Element> {
    /// The maybe delivered an element and completed.
    case success(Element)
    /// The maybe failed.
    case error(any Error)
    /// The maybe completed without an element.
    case completed
}

extension MaybeEvent: Sendable where Element: Sendable {}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// The closure that `create(subscribe:)` passes to its `subscribe` closure to send the outcome.
    public typealias MaybeObserver = @Sendable (MaybeEvent<Element>) -> Void

    /// Creates a maybe from a closure that sends its outcome; see ``ObservableType/create(_:)``.
    ///
    /// Only the first outcome counts.
    @preconcurrency
    public static func create(
        subscribe: @escaping @Sendable (@escaping MaybeObserver) -> any Disposable
    ) -> Maybe<Element> {
        Maybe(
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
                    case .error(let error): observer.onError(error)
                    case .completed: observer.onCompleted()
                    }
                }
            })
    }

    /// Subscribes with one closure for all outcomes; see ``subscribe(onSuccess:onError:onCompleted:onDisposed:)``.
    @preconcurrency
    public func subscribe(_ observer: @escaping @Sendable (MaybeEvent<Element>) -> Void) -> any Disposable {
        subscribe(
            onSuccess: { observer(.success($0)) }, onError: { observer(.error($0)) },
            onCompleted: { observer(.completed) })
    }

    /// Subscribes with a closure for each outcome; at most one of the first three runs.
    ///
    /// An error without `onError` goes to ``Hooks/defaultErrorHandler``.
    /// - Ends: with the outcome, or when the returned disposable is disposed.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func subscribe(
        onSuccess: (@Sendable (Element) -> Void)? = nil, onError: (@Sendable (any Error) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil, onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        let first = FirstCall()
        return primitiveSequence.source.subscribe(
            onNext: { element in
                _ = first.claim()
                onSuccess?(element)
            }, onError: onError, onCompleted: { if first.claim() { onCompleted?() } }, onDisposed: onDisposed)
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Subscribes with closures that receive `object`, without retaining it; see
    /// ``subscribe(onSuccess:onError:onCompleted:onDisposed:)``.
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
