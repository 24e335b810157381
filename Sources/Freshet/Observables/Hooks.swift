import Synchronization

/// Settings for the whole process.
public enum Hooks {
    /// What is told of an error that a subscription has no closure for, and of where the subscription was made.
    public typealias DefaultErrorHandler = @Sendable (_ subscriptionCallStack: [String], _ error: any Error) -> Void

    /// What tells where a subscription is being made, one line a call.
    public typealias CustomCaptureSubscriptionCallstack = @Sendable () -> [String]

    private struct Settings {
        var errorHandler: DefaultErrorHandler = { callStack, error in
            #if DEBUG
            print("Freshet: unhandled error: \(error)")
            for line in callStack { print(" \(line)") }
            #endif
        }
        var captureCallStack: CustomCaptureSubscriptionCallstack = { [] }
        var output: @Sendable (String) -> Void = { print($0) }
    }

    private static let settings = Mutex(Settings())
    private static let recordsCallStack = Atomic<Bool>(false)

    /// What is told of an error that a subscription has no closure for. Prints it in debug builds until it is set.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { settings.withLock { $0.errorHandler } }
        set { settings.withLock { $0.errorHandler = newValue } }
    }

    /// Whether ``customCaptureSubscriptionCallstack`` is asked at each subscription with closures that has none for errors. False until it is set.
    public static var recordCallStackOnError: Bool {
        get { recordsCallStack.load(ordering: .relaxed) }
        set { recordsCallStack.store(newValue, ordering: .relaxed) }
    }

    /// What tells where a subscription is being made. Tells nothing until it is set: a stack of names is not to be had without Foundation.
    public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
        get { settings.withLock { $0.captureCallStack } }
        set { settings.withLock { $0.captureCallStack = newValue } }
    }

    /// Where ``ObservableType/debug(_:trimOutput:file:line:function:)`` writes its lines. Prints them until it is set.
    @preconcurrency
    public static var debugOutput: @Sendable (String) -> Void {
        get { settings.withLock { $0.output } }
        set { settings.withLock { $0.output = newValue } }
    }

    /// What tells the error handler of an error together with where the subscription was made, which is now; nil if that is not to be recorded.
    static func errorHandlerWithCallStack() -> (@Sendable (any Error) -> Void)? {
        guard recordCallStackOnError else { return nil }
        let callStack = customCaptureSubscriptionCallstack()
        return { defaultErrorHandler(callStack, $0) }
    }
}
