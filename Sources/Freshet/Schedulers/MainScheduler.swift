import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#endif

// Safe to share: the count is an atomic.
/// Runs work on the main thread: at once when it is scheduled there and nothing waits, else on the main dispatch queue.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
    private let waiting = Atomic<Int>(0)

    /// A scheduler for the main thread.
    public init() { super.init(serialQueue: .main) }

    /// The shared one.
    public static let instance = MainScheduler()

    /// Always goes over the main dispatch queue, even from the main thread.
    public static let asyncInstance = SerialDispatchQueueScheduler(serialQueue: .main)

    override func enqueue(_ body: @escaping @Sendable () -> Void) {
        let isFirst = waiting.add(1, ordering: .acquiringAndReleasing).oldValue == 0
        if isFirst, Self.isMainThread {
            body()
            waiting.subtract(1, ordering: .acquiringAndReleasing)
        } else {
            work.queue.async { [self] in
                body()
                waiting.subtract(1, ordering: .acquiringAndReleasing)
            }
        }
    }

    override func scheduleNow<StateType>(
        _ state: StateType, _ action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let isFirst = waiting.add(1, ordering: .acquiringAndReleasing).oldValue == 0
        if isFirst, Self.isMainThread {
            defer { waiting.subtract(1, ordering: .acquiringAndReleasing) }
            return action(state)
        }
        let task = SingleAssignmentDisposable()
        let state = Handover(state)
        work.queue.async { [self] in
            if !task.isDisposed { task.setDisposable(action(state.value)) }
            waiting.subtract(1, ordering: .acquiringAndReleasing)
        }
        return task
    }

    /// Stops the program when it is not on the main thread: for code that must be.
    public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
        precondition(isMainThread, errorMessage ?? "This must run on the main thread.")
    }

    /// The same under RxSwift's other name.
    public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
        ensureRunningOnMainThread(errorMessage: errorMessage)
    }

    static var isMainThread: Bool {
        #if canImport(Darwin)
        pthread_main_np() == 1
        #else
        DispatchQueue.getSpecific(key: mainKey) == true
        #endif
    }

    #if !canImport(Darwin)
    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()
    #endif
}
