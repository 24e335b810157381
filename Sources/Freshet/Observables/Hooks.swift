import FreshetPlatform

/// Process-wide settings.
public enum Hooks {
    /// A closure called with each unhandled error and the call stack of its subscription.
    public typealias DefaultErrorHandler = @Sendable (_ subscriptionCallStack: [String], _ error: any Error) -> Void

    /// A closure that returns the call stack of a new subscription, one line per call.
    public typealias CustomCaptureSubscriptionCallstack = @Sendable () -> [String]

    /// A closure called with each detected misuse.
    public typealias MisuseHandler = @Sendable (Misuse) -> Void

    private struct Settings {
        var errorHandler: DefaultErrorHandler = { callStack, error in
            #if DEBUG
            print("Freshet: unhandled error: \(error)")
            for line in callStack { print(" \(line)") }
            #endif
        }
        var captureCallStack: CustomCaptureSubscriptionCallstack = { [] }
        var output: @Sendable (String) -> Void = { print($0) }
        var misuseHandler: MisuseHandler = { StandardError.writeLine("Freshet: \($0)") }
    }

    private static let settings = Mutex(Settings())
    private static let recordsCallStack = Atomic<Bool>(false)
    private static let depthThreshold = Atomic<Int>(100)
    private static let countThreshold = Atomic<Int>(10_000)

    /// Changes a setting. Releases the previous value outside the lock, because its deinit may run user code.
    private static func set<Value>(_ setting: any WritableKeyPath<Settings, Value> & Sendable, _ value: Value) {
        let previous = settings.withLock { settings in
            defer { settings[keyPath: setting] = value }
            return settings[keyPath: setting]
        }
        withExtendedLifetime(previous) {}
    }

    /// Called with each error of a subscription without an error closure.
    ///
    /// The default prints the error in debug builds.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { settings.withLock { $0.errorHandler } }
        set { set(\.errorHandler, newValue) }
    }

    /// A Boolean value that indicates whether to capture the call stack of subscriptions without an error closure.
    ///
    /// Applies to subscriptions made with closures, through ``customCaptureSubscriptionCallstack``. The default is
    /// false.
    public static var recordCallStackOnError: Bool {
        get { recordsCallStack.load(ordering: .relaxed) }
        set { recordsCallStack.store(newValue, ordering: .relaxed) }
    }

    /// Captures the call stack of a new subscription.
    ///
    /// The default returns an empty array, because symbolized call stacks need Foundation.
    public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
        get { settings.withLock { $0.captureCallStack } }
        set { set(\.captureCallStack, newValue) }
    }

    /// Receives the lines of ``ObservableType/debug(_:trimOutput:file:line:function:)``. The default prints them.
    @preconcurrency
    public static var debugOutput: @Sendable (String) -> Void {
        get { settings.withLock { $0.output } }
        set { set(\.output, newValue) }
    }

    /// Called with each misuse of a stream on the thread where it occurs, once per call site.
    ///
    /// The default writes to standard error. Only debug builds of this module detect misuse; release builds have no
    /// overhead.
    public static var misuseHandler: MisuseHandler {
        get { settings.withLock { $0.misuseHandler } }
        set { set(\.misuseHandler, newValue) }
    }

    /// The depth of re-entrant calls into a source above which a misuse is reported.
    ///
    /// The default is 100 calls.
    public static var reentrancyThreshold: Int {
        get { depthThreshold.load(ordering: .relaxed) }
        set { depthThreshold.store(newValue, ordering: .relaxed) }
    }

    /// The number of waiting events in an unbounded buffer above which a misuse is reported.
    ///
    /// The default is 10,000 events.
    public static var bufferThreshold: Int {
        get { countThreshold.load(ordering: .relaxed) }
        set { countThreshold.store(newValue, ordering: .relaxed) }
    }

    /// Returns a closure that passes errors and the current call stack to the handler.
    ///
    /// Returns nil if call stacks aren't recorded.
    static func errorHandlerWithCallStack() -> (@Sendable (any Error) -> Void)? {
        guard recordCallStackOnError else { return nil }
        let callStack = customCaptureSubscriptionCallstack()
        return { defaultErrorHandler(callStack, $0) }
    }
}
