import Synchronization

/// Where drivers and signals deliver: the main thread, unless a test puts another scheduler in its place.
public enum SharingScheduler {
    private static let maker = Mutex<@Sendable () -> any SchedulerType>({ MainScheduler.instance })

    /// The scheduler for a sequence that is made now.
    public static var make: @Sendable () -> any SchedulerType { maker.withLock { $0 } }

    /// Lets the sequences that are made while `action` runs deliver on `scheduler`. One test at a time may do so: the setting is the process's. Throws what `action` throws.
    public static func mock(scheduler: any SchedulerType, action: () throws -> Void) rethrows {
        try mock(makeScheduler: { scheduler }, action: action)
    }

    /// Lets the sequences that are made while `action` runs deliver on what `makeScheduler` returns. Throws what `action` throws.
    @preconcurrency
    public static func mock(
        makeScheduler: @escaping @Sendable () -> any SchedulerType, action: () throws -> Void
    ) rethrows {
        let former = maker.withLock { maker in
            defer { maker = makeScheduler }
            return maker
        }
        defer { maker.withLock { $0 = former } }
        try action()
    }
}
