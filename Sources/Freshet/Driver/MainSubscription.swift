// The first closure is labeled `onMain` in every overload: it receives the element or, for completables, is called on
// completion.
// It has no default value; a call without `onMain` resolves to `subscribe(onNext:…)`.

extension ObservableType {
    /// Subscribes with closures that run on the main actor.
    ///
    /// The operator dispatches events from other threads to the main thread in order. It delivers events on the main
    /// thread immediately, unless earlier events of the subscription are queued. After `dispose()` returns on the main
    /// thread, no event is delivered. An error without `onError` goes to ``Hooks/defaultErrorHandler``.
    /// - Ends: with the stream, or when the returned disposable is disposed.
    /// - Runs on: the main actor.
    /// - Keeps: events that wait for the main thread, without a bound.
    @_disfavoredOverload
    @preconcurrency
    public func subscribe(
        onMain onNext: @escaping @MainActor @Sendable (Element) -> Void,
        onError: (@MainActor @Sendable (any Error) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable () -> Void)? = nil, onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable where Element: Sendable {
        observe(on: MainScheduler())
            .subscribeOnMain(onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls `onMain` on the main actor with each element; see ``subscribe(onMain:onError:onCompleted:onDisposed:)``.
    ///
    /// An error goes to ``Hooks/defaultErrorHandler``.
    @_disfavoredOverload
    @preconcurrency
    public func bind(onMain: @escaping @MainActor @Sendable (Element) -> Void) -> any Disposable
    where Element: Sendable {
        subscribe(onMain: onMain)
    }

    /// Subscribes with main-actor closures that receive `object`, without retaining it; see
    /// ``subscribe(onMain:onError:onCompleted:onDisposed:)``.
    ///
    /// Events that arrive after `object` is released are dropped.
    @_disfavoredOverload
    @preconcurrency
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object, onMain onNext: @escaping @MainActor @Sendable (Object, Element) -> Void,
        onError: (@MainActor @Sendable (Object, any Error) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable (Object) -> Void)? = nil,
        onDisposed: (@MainActor @Sendable (Object) -> Void)? = nil
    ) -> any Disposable where Element: Sendable {
        subscribe(
            onMain: MainIsolation.weakly(object, onNext), onError: onError.map { MainIsolation.weakly(object, $0) },
            onCompleted: onCompleted.map { MainIsolation.weakly(object, $0) },
            onDisposed: onDisposed.map { MainIsolation.weakly(object, $0) })
    }

    /// Calls `onMain` on the main actor with `object`, which isn't retained, and each element; see ``bind(onMain:)``.
    @_disfavoredOverload
    @preconcurrency
    public func bind<Object: AnyObject & Sendable>(
        with object: Object, onMain: @escaping @MainActor @Sendable (Object, Element) -> Void
    ) -> any Disposable where Element: Sendable {
        subscribe(with: object, onMain: onMain)
    }
}

extension InfallibleType where Element: Sendable {
    /// Subscribes with closures that run on the main actor; see
    /// ``ObservableType/subscribe(onMain:onError:onCompleted:onDisposed:)``.
    @_disfavoredOverload
    @preconcurrency
    public func subscribe(
        onMain onNext: @escaping @MainActor @Sendable (Element) -> Void,
        onCompleted: (@MainActor @Sendable () -> Void)? = nil, onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(onMain: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes with main-actor closures that receive `object`, without retaining it; see
    /// ``ObservableType/subscribe(with:onMain:onError:onCompleted:onDisposed:)``.
    @_disfavoredOverload
    @preconcurrency
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object, onMain onNext: @escaping @MainActor @Sendable (Object, Element) -> Void,
        onCompleted: (@MainActor @Sendable (Object) -> Void)? = nil,
        onDisposed: (@MainActor @Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(with: object, onMain: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait, Element: Sendable {
    /// Subscribes with closures that run on the main actor; `onMain` receives the element.
    ///
    /// A failure without `onFailure` goes to ``Hooks/defaultErrorHandler``. See
    /// ``ObservableType/subscribe(onMain:onError:onCompleted:onDisposed:)``.
    /// - Ends: with the outcome, or when the returned disposable is disposed.
    /// - Runs on: the main actor.
    /// - Keeps: the outcome, until the main thread is free.
    @_disfavoredOverload
    @preconcurrency
    public func subscribe(
        onMain onSuccess: @escaping @MainActor @Sendable (Element) -> Void,
        onFailure: (@MainActor @Sendable (any Error) -> Void)? = nil,
        onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(onMain: onSuccess, onError: onFailure, onDisposed: onDisposed)
    }

    /// Subscribes with main-actor closures that receive `object`, without retaining it; see
    /// ``subscribe(onMain:onFailure:onDisposed:)``.
    @_disfavoredOverload
    @preconcurrency
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object, onMain onSuccess: @escaping @MainActor @Sendable (Object, Element) -> Void,
        onFailure: (@MainActor @Sendable (Object, any Error) -> Void)? = nil,
        onDisposed: (@MainActor @Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(
            with: object, onMain: onSuccess, onError: onFailure, onDisposed: onDisposed)
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait, Element: Sendable {
    /// Subscribes with closures that run on the main actor; `onMain` receives the element.
    ///
    /// `onCompleted` runs only when the stream completes without an element. A failure without `onError` goes to
    /// ``Hooks/defaultErrorHandler``.
    /// See ``ObservableType/subscribe(onMain:onError:onCompleted:onDisposed:)``.
    /// - Ends: with the outcome, or when the returned disposable is disposed.
    /// - Runs on: the main actor.
    /// - Keeps: the outcome, until the main thread is free.
    @_disfavoredOverload
    @preconcurrency
    public func subscribe(
        onMain onSuccess: @escaping @MainActor @Sendable (Element) -> Void,
        onError: (@MainActor @Sendable (any Error) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable () -> Void)? = nil, onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        Maybe(primitiveSequence.source.observe(on: MainScheduler())).subscribe(
            onSuccess: MainIsolation.isolate(onSuccess), onError: onError.map { MainIsolation.isolate($0) },
            onCompleted: onCompleted.map { MainIsolation.isolate($0) },
            onDisposed: onDisposed.map { MainIsolation.isolate($0) })
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Subscribes with closures that run on the main actor; `onMain` runs on completion.
    ///
    /// A failure without `onError` goes to ``Hooks/defaultErrorHandler``. See
    /// ``ObservableType/subscribe(onMain:onError:onCompleted:onDisposed:)``.
    /// - Ends: with the outcome, or when the returned disposable is disposed.
    /// - Runs on: the main actor.
    /// - Keeps: the outcome, until the main thread is free.
    @_disfavoredOverload
    @preconcurrency
    public func subscribe(
        onMain onCompleted: @escaping @MainActor @Sendable () -> Void,
        onError: (@MainActor @Sendable (any Error) -> Void)? = nil,
        onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(
            onMain: { _ in }, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
    }
}

extension ObservableType {
    /// Subscribes with closures that run on the main actor. Events must already arrive on the main thread.
    func subscribeOnMain(
        onNext: (@MainActor @Sendable (Element) -> Void)?, onError: (@MainActor @Sendable (any Error) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable () -> Void)? = nil, onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            onNext: onNext.map { MainIsolation.isolate($0) }, onError: onError.map { MainIsolation.isolate($0) },
            onCompleted: onCompleted.map { MainIsolation.isolate($0) },
            onDisposed: onDisposed.map { MainIsolation.isolate($0) })
    }
}

enum MainIsolation {
    /// Converts a closure of the main actor for a stage that only calls it on the main thread.
    ///
    /// A wrapper that checks the thread would cost each element of a driver as much as a stage does.
    @inline(__always)
    static func unchecked<Isolated, Closure>(_ closure: Isolated, as type: Closure.Type) -> Closure {
        // The types differ only in the global actor, which isn't part of a synchronous function's representation.
        unsafeBitCast(closure, to: type)
    }

    /// Passes `object` to `body` as long as it exists, without retaining it.
    static func weakly<Object: AnyObject & Sendable, Value>(
        _ object: Object, _ body: @escaping @MainActor @Sendable (Object, Value) -> Void
    ) -> @MainActor @Sendable (Value) -> Void {
        { [weak object] value in if let object { body(object, value) } }
    }

    /// Passes `object` to `body` as long as it exists, without retaining it.
    static func weakly<Object: AnyObject & Sendable>(
        _ object: Object, _ body: @escaping @MainActor @Sendable (Object) -> Void
    ) -> @MainActor @Sendable () -> Void {
        { [weak object] in if let object { body(object) } }
    }

    /// Wraps `body` to run on the main actor: immediately on the main thread, otherwise asynchronously.
    static func isolate<Value>(_ body: @escaping @MainActor @Sendable (Value) -> Void) -> @Sendable (Value) -> Void {
        { value in
            guard MainScheduler.isMainThread else {
                let value = UncheckedTransfer(value)
                return run { body(value.value) }
            }
            // Safe: used synchronously on this thread. An escaping closure would be allocated for each element.
            nonisolated(unsafe) let value = value
            MainActor.assumeIsolated { body(value) }
        }
    }

    /// Wraps `body` to run on the main actor: immediately on the main thread, otherwise asynchronously.
    static func isolate(_ body: @escaping @MainActor @Sendable () -> Void) -> @Sendable () -> Void {
        { run(body) }
    }

    /// Runs `body` on the main actor: immediately on the main thread, otherwise asynchronously.
    ///
    /// Can be called on any thread: disposal isn't limited to the main thread, and a test may replace the main
    /// scheduler.
    static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
        if MainScheduler.isMainThread {
            MainActor.assumeIsolated { body() }
        } else {
            Task { @MainActor in body() }
        }
    }
}
