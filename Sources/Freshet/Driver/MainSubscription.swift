extension ObservableType {
    /// Subscribes with closures that are isolated to the main actor; events must come on the main thread already.
    func subscribe(
        onMain onNext: (@MainActor @Sendable (Element) -> Void)?, onCompleted: (@MainActor @Sendable () -> Void)?,
        onDisposed: (@MainActor @Sendable () -> Void)?
    ) -> any Disposable {
        subscribe(
            onNext: onNext.map { onNext in
                { @Sendable element in
                    guard MainScheduler.isMainThread else {
                        let element = Handover(element)
                        return MainIsolation.run { onNext(element.value) }
                    }
                    // Safe: it is used at once, on this thread. Not in a closure that could be kept, which is allocated for each element.
                    nonisolated(unsafe) let element = element
                    MainActor.assumeIsolated { onNext(element) }
                }
            },
            onCompleted: onCompleted.map { onCompleted in { @Sendable in MainIsolation.run(onCompleted) } },
            onDisposed: onDisposed.map { onDisposed in { @Sendable in MainIsolation.run(onDisposed) } })
    }

    /// Calls `onMain` with each element, isolated to the main actor: what comes on another thread is handed over. An error goes to ``Hooks/defaultErrorHandler``.
    @preconcurrency
    public func bind(onMain: @escaping @MainActor @Sendable (Element) -> Void) -> any Disposable
    where Element: Sendable {
        observe(on: MainScheduler.instance).subscribe(onMain: onMain, onCompleted: nil, onDisposed: nil)
    }
}

enum MainIsolation {
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
