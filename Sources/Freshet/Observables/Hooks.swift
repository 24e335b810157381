import Synchronization

/// Settings for the whole process.
public enum Hooks {
    /// What is told of an error that a subscription has no closure for, and of where the subscription was made.
    public typealias DefaultErrorHandler = @Sendable (_ subscriptionCallStack: [String], _ error: any Error) -> Void

    /// What tells where a subscription is being made, one line a call.
    public typealias CustomCaptureSubscriptionCallstack = @Sendable () -> [String]

    /// What is told of a misuse.
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
        var misuseHandler: MisuseHandler = { StandardError.say("Freshet: \($0)") }
    }

    private static let settings = Mutex(Settings())
    private static let recordsCallStack = Atomic<Bool>(false)
    private static let depthMark = Atomic<Int>(100)
    private static let countMark = Atomic<Int>(10_000)

    /// Changes a setting; the former value, which may run foreign code in its deinit, is carried out of the lock.
    private static func set<Value>(_ setting: any WritableKeyPath<Settings, Value> & Sendable, _ value: Value) {
        let former = settings.withLock { settings in
            defer { settings[keyPath: setting] = value }
            return settings[keyPath: setting]
        }
        withExtendedLifetime(former) {}
    }

    /// What is told of an error that a subscription has no closure for. Prints it in debug builds until it is set.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { settings.withLock { $0.errorHandler } }
        set { set(\.errorHandler, newValue) }
    }

    /// Whether ``customCaptureSubscriptionCallstack`` is asked at each subscription with closures that has none for errors. False until it is set.
    public static var recordCallStackOnError: Bool {
        get { recordsCallStack.load(ordering: .relaxed) }
        set { recordsCallStack.store(newValue, ordering: .relaxed) }
    }

    /// What tells where a subscription is being made. Tells nothing until it is set: a stack of names is not to be had without Foundation.
    public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
        get { settings.withLock { $0.captureCallStack } }
        set { set(\.captureCallStack, newValue) }
    }

    /// Where ``ObservableType/debug(_:trimOutput:file:line:function:)`` writes its lines. Prints them until it is set.
    @preconcurrency
    public static var debugOutput: @Sendable (String) -> Void {
        get { settings.withLock { $0.output } }
        set { set(\.output, newValue) }
    }

    /// What is told of a misuse of a stream, once for each place, on the thread on which it happens. Writes to the standard error until it is set.
    ///
    /// Only a debug build of this module looks for misuse; in a release build nothing is found and nothing is spent.
    public static var misuseHandler: MisuseHandler {
        get { settings.withLock { $0.misuseHandler } }
        set { set(\.misuseHandler, newValue) }
    }

    /// How many calls deep an observer may send into the source that is calling it before that counts as a misuse. 100 until it is set.
    public static var reentrancyMark: Int {
        get { depthMark.load(ordering: .relaxed) }
        set { depthMark.store(newValue, ordering: .relaxed) }
    }

    /// How many events may wait in a buffer without a bound before that counts as a misuse. 10,000 until it is set.
    public static var bufferMark: Int {
        get { countMark.load(ordering: .relaxed) }
        set { countMark.store(newValue, ordering: .relaxed) }
    }

    /// What tells the error handler of an error together with where the subscription was made, which is now; nil if that is not to be recorded.
    static func errorHandlerWithCallStack() -> (@Sendable (any Error) -> Void)? {
        guard recordCallStackOnError else { return nil }
        let callStack = customCaptureSubscriptionCallstack()
        return { defaultErrorHandler(callStack, $0) }
    }
}
