import Dispatch
import Foundation
import Testing

/// Seconds after which a test gives up; a busy machine needs many, and only a failing test waits so long.
let longestWait: TimeInterval = 180

/// Runs the bodies concurrently, each on its own thread. Records an issue if they don't finish within ``longestWait``.
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
    if group.wait(timeout: .now() + longestWait) == .timedOut {
        Issue.record("The threads didn't finish within \(longestWait) s.", sourceLocation: sourceLocation)
    }
}

/// Blocks threads until it is opened, by default for at most ``longestWait``.
final class Gate: Sendable {
    private let condition = Condition()

    func open() { condition.set() }

    @discardableResult
    func wait(within seconds: TimeInterval = longestWait) -> Bool { condition.wait(within: seconds) }

    // Sendable: the flag is guarded by the condition.
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

/// Runs `body` on a new thread and waits until it returns, by default for at most ``longestWait``. Returns whether it did.
func onAnotherThread(within seconds: TimeInterval = longestWait, _ body: @escaping @Sendable () -> Void) -> Bool {
    let returned = Gate()
    Thread.detachNewThread {
        body()
        returned.open()
    }
    return returned.wait(within: seconds)
}

/// Runs `body` on a new thread, where it may block without blocking Swift's shared pool.
func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}

/// Waits until the condition holds, by default for at most ``longestWait``. Returns whether it holds.
func eventually(within seconds: TimeInterval = longestWait, _ holds: () -> Bool) -> Bool {
    let limit = Date(timeIntervalSinceNow: seconds)
    while !holds() {
        if Date() > limit { return false }
        Thread.sleep(forTimeInterval: 0.0005)
    }
    return true
}

/// Waits until the condition holds, for at most ``longestWait``, without blocking the thread.
func eventually(_ holds: @Sendable () -> Bool) async -> Bool {
    let limit = Date(timeIntervalSinceNow: longestWait)
    while !holds() {
        if Date() > limit { return false }
        // The test was canceled: check once more.
        do { try await Task.sleep(nanoseconds: 500_000) } catch { return holds() }
    }
    return true
}

/// Returns the calling thread's identifier, which is never 0.
func currentThread() -> UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
}
