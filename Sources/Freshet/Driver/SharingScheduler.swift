import FreshetPlatform

/// The schedulers of drivers and signals: a ``MainScheduler`` for each sequence, unless a test replaces it.
///
/// On the main thread, a sequence delivers immediately even inside a subscriber of another sequence: the other's work
/// is on another scheduler.
public enum SharingScheduler {
    private static let maker = Mutex<@Sendable () -> any SchedulerType>({ MainScheduler() })

    private static let replacements = Atomic<Int>(0)

    /// True if a test replaces the scheduler of new sequences.
    static var isReplaced: Bool { replacements.load(ordering: .relaxed) > 0 }

    /// A closure that returns the scheduler for a new sequence.
    public static var make: @Sendable () -> any SchedulerType { maker.withLock { $0 } }

    /// Replaces the scheduler of sequences created while `action` runs.
    ///
    /// The setting is process-wide: only one test at a time may use it. Closures that are isolated to the main actor
    /// run on the thread that advances `scheduler`: mark the test `@MainActor`. Rethrows errors of `action`.
    public static func mock(scheduler: any SchedulerType, action: () throws -> Void) rethrows {
        try mock(makeScheduler: { scheduler }, action: action)
    }

    /// Uses the result of `makeScheduler` as the scheduler of sequences created while `action` runs; see
    /// ``mock(scheduler:action:)``.
    @preconcurrency
    public static func mock(
        makeScheduler: @escaping @Sendable () -> any SchedulerType, action: () throws -> Void
    ) rethrows {
        let previous = maker.withLock { maker in
            defer { maker = makeScheduler }
            return maker
        }
        replacements.add(1, ordering: .relaxed)
        defer {
            replacements.subtract(1, ordering: .relaxed)
            maker.withLock { $0 = previous }
        }
        try action()
    }
}
