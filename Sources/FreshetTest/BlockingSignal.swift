import Dispatch
import Foundation

/// A signal that one thread waits for. While the main thread waits, it runs its run loop and the main queue.
struct BlockingSignal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func send() {
        semaphore.signal()
        // Wakes the main run loop.
        DispatchQueue.main.async {}
    }

    /// Waits for the signal. Returns false if `deadline` passes first.
    func wait(until deadline: DispatchTime) -> Bool {
        guard Thread.isMainThread else { return semaphore.wait(timeout: deadline) == .success }
        while semaphore.wait(timeout: .now()) == .timedOut {
            if deadline <= .now() { return false }
            // Returns after each piece of work, or immediately if there is nothing to serve.
            if !RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) {
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
        return true
    }
}
