import Synchronization

/// Settings for the whole process.
public enum Hooks {
    /// What is told of an error that a subscription has no closure for; the first parameter is kept for RxSwift's sake and is empty.
    public typealias DefaultErrorHandler = @Sendable (_ subscriptionCallStack: [String], _ error: any Error) -> Void

    private static let handler = Mutex<DefaultErrorHandler>({ _, error in
        #if DEBUG
        print("Freshet: unhandled error: \(error)")
        #endif
    })

    /// What is told of an error that a subscription has no closure for. Prints it in debug builds until it is set.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { handler.withLock { $0 } }
        set { handler.withLock { $0 = newValue } }
    }
}
