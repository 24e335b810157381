// The first closure is labelled `onMain` in every family: it receives the element, the success or, where there is neither, the completion.
// It has no default: a call without `onMain` is one of `subscribe(onNext:…)`.

extension ObservableType {
    /// Subscribes with closures that are isolated to the main actor.
    ///
    /// Events from other threads are handed to the main thread in order; on the main thread they are delivered at once unless others wait. After
    /// `dispose()` has returned on the main thread, no event is delivered. An error without `onError` goes to ``Hooks/defaultErrorHandler``.
    /// - Ends: with the stream, or when the returned disposable is disposed.
    /// - Runs on: the main actor, every closure.
    /// - Keeps: events that wait for the main thread, without a bound.
    @preconcurrency
    public func subscribe(
        onMain onNext: @escaping @MainActor @Sendable (Element) -> Void,
        onError: (@MainActor @Sendable (any Error) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable () -> Void)? = nil, onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable where Element: Sendable {
        observe(on: MainScheduler.instance)
            .subscribeOnMain(onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls `onMain` with each element, isolated to the main actor; see ``subscribe(onMain:onError:onCompleted:onDisposed:)``.
    ///
    /// An error goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func bind(onMain: @escaping @MainActor @Sendable (Element) -> Void) -> any Disposable
    where Element: Sendable {
        subscribe(onMain: onMain)
    }
}

extension InfallibleType where Element: Sendable {
    /// Subscribes with closures that are isolated to the main actor; see ``ObservableType/subscribe(onMain:onError:onCompleted:onDisposed:)``.
    /// - Ends: with the stream, or when the returned disposable is disposed.
    /// - Runs on: the main actor, every closure.
    /// - Keeps: events that wait for the main thread, without a bound.
    @preconcurrency
    public func subscribe(
        onMain onNext: @escaping @MainActor @Sendable (Element) -> Void,
        onCompleted: (@MainActor @Sendable () -> Void)? = nil, onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(onMain: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait, Element: Sendable {
    /// Subscribes with closures that are isolated to the main actor: `onMain` receives the success.
    ///
    /// A failure without `onFailure` goes to ``Hooks/defaultErrorHandler``. See ``ObservableType/subscribe(onMain:onError:onCompleted:onDisposed:)``.
    /// - Ends: with the outcome, or when the returned disposable is disposed.
    /// - Runs on: the main actor, every closure.
    /// - Keeps: the outcome, until the main thread is free.
    @preconcurrency
    public func subscribe(
        onMain onSuccess: @escaping @MainActor @Sendable (Element) -> Void,
        onFailure: (@MainActor @Sendable (any Error) -> Void)? = nil,
        onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(onMain: onSuccess, onError: onFailure, onDisposed: onDisposed)
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait, Element: Sendable {
    /// Subscribes with closures that are isolated to the main actor: `onMain` receives the success.
    ///
    /// `onCompleted` runs only if there is no element. A failure without `onError` goes to ``Hooks/defaultErrorHandler``.
    /// See ``ObservableType/subscribe(onMain:onError:onCompleted:onDisposed:)``.
    /// - Ends: with the outcome, or when the returned disposable is disposed.
    /// - Runs on: the main actor, every closure.
    /// - Keeps: the outcome, until the main thread is free.
    @preconcurrency
    public func subscribe(
        onMain onSuccess: @escaping @MainActor @Sendable (Element) -> Void,
        onError: (@MainActor @Sendable (any Error) -> Void)? = nil,
        onCompleted: (@MainActor @Sendable () -> Void)? = nil, onDisposed: (@MainActor @Sendable () -> Void)? = nil
    ) -> any Disposable {
        Maybe(primitiveSequence.source.observe(on: MainScheduler.instance)).subscribe(
            onSuccess: MainIsolation.isolate(onSuccess), onError: onError.map { MainIsolation.isolate($0) },
            onCompleted: onCompleted.map { MainIsolation.isolate($0) },
            onDisposed: onDisposed.map { MainIsolation.isolate($0) })
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Subscribes with closures that are isolated to the main actor: `onMain` runs at the completion.
    ///
    /// A failure without `onError` goes to ``Hooks/defaultErrorHandler``. See ``ObservableType/subscribe(onMain:onError:onCompleted:onDisposed:)``.
    /// - Ends: with the outcome, or when the returned disposable is disposed.
    /// - Runs on: the main actor, every closure.
    /// - Keeps: the outcome, until the main thread is free.
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
    /// Subscribes with closures that are isolated to the main actor; events must come on the main thread already.
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
    /// `body` for callers on the main thread; from other threads it runs on the main actor as soon as that is free.
    static func isolate<Value>(_ body: @escaping @MainActor @Sendable (Value) -> Void) -> @Sendable (Value) -> Void {
        { value in
            guard MainScheduler.isMainThread else {
                let value = Handover(value)
                return run { body(value.value) }
            }
            // Safe: it is used at once, on this thread. Not in a closure that could be kept, which is allocated for each element.
            nonisolated(unsafe) let value = value
            MainActor.assumeIsolated { body(value) }
        }
    }

    /// `body` for callers on the main thread; from other threads it runs on the main actor as soon as that is free.
    static func isolate(_ body: @escaping @MainActor @Sendable () -> Void) -> @Sendable () -> Void {
        { run(body) }
    }

    /// Runs `body` on the main actor: at once on its thread, else as soon as that is free.
    ///
    /// Disposal may come from any thread, and a test may have put a scheduler of its own in the main thread's place.
    static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
        if MainScheduler.isMainThread {
            MainActor.assumeIsolated { body() }
        } else {
            Task { @MainActor in body() }
        }
    }
}
