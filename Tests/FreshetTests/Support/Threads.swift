import Dispatch
import Foundation
import Testing

/// Runs the bodies at the same time, each on a thread of its own; records an issue if they do not end within 60 seconds.
func concurrently(sourceLocation: SourceLocation = #_sourceLocation, _ bodies: (@Sendable () -> Void)...) {
    let (group, start) = (DispatchGroup(), Gate())
    for body in bodies {
        group.enter()
        let thread = Thread {
            start.wait()
            body()
            group.leave()
        }
        thread.stackSize = 1 << 20
        thread.start()
    }
    start.open()
    if group.wait(timeout: .now() + 60) == .timedOut {
        Issue.record("The threads wait for each other.", sourceLocation: sourceLocation)
    }
}

/// Holds threads up until it is opened, for 20 seconds at the most unless told otherwise.
final class Gate: Sendable {
    private let condition = Condition()

    func open() { condition.set() }

    @discardableResult
    func wait(within seconds: TimeInterval = 20) -> Bool { condition.wait(within: seconds) }

    // Safe to share: the flag is touched with the condition locked only.
    private final class Condition: @unchecked Sendable {
        private let condition = NSCondition()
        private var isSet = false

        func set() {
            condition.lock()
            isSet = true
            condition.broadcast()
            condition.unlock()
        }

        func wait(within seconds: TimeInterval) -> Bool {
            let limit = Date(timeIntervalSinceNow: seconds)
            condition.lock()
            defer { condition.unlock() }
            while !isSet {
                if !condition.wait(until: limit) { return isSet }
            }
            return true
        }
    }
}

/// Runs `body` on a new thread and waits until it returns, for 20 seconds at most unless told otherwise. Returns whether it did.
func onAnotherThread(within seconds: TimeInterval = 20, _ body: @escaping @Sendable () -> Void) -> Bool {
    let returned = Gate()
    Thread.detachNewThread {
        body()
        returned.open()
    }
    return returned.wait(within: seconds)
}

/// Runs `body` on a new thread, so that it may block without holding up Swift's shared pool.
func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}

/// Waits until the condition holds, 20 seconds at the most unless told otherwise; whether it does.
func eventually(within seconds: TimeInterval = 20, _ holds: () -> Bool) -> Bool {
    let limit = Date(timeIntervalSinceNow: seconds)
    while !holds() {
        if Date() > limit { return false }
        Thread.sleep(forTimeInterval: 0.0005)
    }
    return true
}

/// The same, without holding up the thread.
func eventually(_ holds: @Sendable () -> Bool) async -> Bool {
    let limit = Date(timeIntervalSinceNow: 20)
    while !holds() {
        if Date() > limit { return false }
        // A failure means that the test is cancelled; the condition is looked at once more then.
        do { try await Task.sleep(nanoseconds: 500_000) } catch { return holds() }
    }
    return true
}

/// Names the calling thread; never 0.
func currentThread() -> UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
}
