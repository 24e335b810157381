import Dispatch
import FreshetPlatform

// Sendable: the count is atomic.
/// Runs work on the main thread, in order.
///
/// Work scheduled on the main thread runs synchronously unless other work is queued. All other work runs on the main
/// dispatch queue.
/// - Ends: disposed work doesn't start; running work finishes.
/// - Runs on: the main thread.
/// - Keeps: nothing.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
    private let waiting = Atomic<Int>(0)

    /// Creates a scheduler for the main thread.
    public init() { super.init(serialQueue: .main) }

    /// The shared scheduler.
    public static let instance = MainScheduler()

    /// A scheduler that always uses the main dispatch queue, even on the main thread.
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
        let state = UncheckedTransfer(state)
        work.queue.async { [self] in
            if !task.isDisposed { task.setDisposable(action(state.value)) }
            waiting.subtract(1, ordering: .acquiringAndReleasing)
        }
        return task
    }

    /// Traps if the current thread isn't the main thread.
    public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
        precondition(isMainThread, errorMessage ?? "This code must run on the main thread.")
    }

    /// RxSwift's alternative name for ``ensureRunningOnMainThread(errorMessage:)``.
    public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
        ensureRunningOnMainThread(errorMessage: errorMessage)
    }

    static var isMainThread: Bool {
        #if canImport(Darwin)
        pthread_main_np() == 1
        #else
        DispatchQueue.getSpecific(key: mainKey) == true || isInitialThread
        #endif
    }

    #if !canImport(Darwin)
    /// True if this is the process's first thread: work that it runs with `queue.sync` isn't on the main queue.
    private static var isInitialThread: Bool {
        #if os(Linux) || os(Android)
        // Stored for each thread: the system call takes longer than the rest.
        if let known = initialThread.value { return known == isInitial }
        // "<process>/task/<thread>", equal numbers for the first thread. Not every C library declares gettid().
        var link = [CChar](repeating: 0, count: 64)
        let count = readlink("/proc/thread-self", &link, link.count)
        let parts = link.prefix(max(0, count)).split(separator: CChar(UInt8(ascii: "/")))
        let isFirst = parts.count == 3 && parts[0].elementsEqual(parts[2])
        initialThread.value = isFirst ? isInitial : isLater
        return isFirst
        #else
        return false
        #endif
    }

    // Two addresses, never read.
    nonisolated(unsafe) private static let isInitial = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    nonisolated(unsafe) private static let isLater = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    private static let initialThread = ThreadLocalPointer()

    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()
    #endif
}
