import Foundation
import FreshetPlatform

/// The errors used in these tests.
enum Oops: Error, Equatable { case one, other, overflow }

/// A thread-safe counter.
final class Count: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .sequentiallyConsistent) }

    @discardableResult
    func up() -> Int { number.add(1, ordering: .sequentiallyConsistent).newValue }

    func down() { number.subtract(1, ordering: .sequentiallyConsistent) }
}

/// A thread-safe list of entries.
final class Log<Entry: Sendable>: Sendable {
    private let contents = Mutex<[Entry]>([])

    var entries: [Entry] { contents.withLock { $0 } }

    func callAsFunction(_ entry: Entry) { contents.withLock { $0.append(entry) } }
}

/// An object that closures capture, to observe their release.
final class Token: Sendable {
    func touch() {}
}

/// Waits up to 60 s for a condition. Returns whether it holds.
func eventually(_ holds: @Sendable () -> Bool) async -> Bool {
    for _ in 0..<60_000 {
        if holds() { return true }
        // The test was canceled: check once more.
        do { try await Task.sleep(for: .milliseconds(1)) } catch { return holds() }
    }
    return false
}

/// Runs each body on its own thread. Returns false if they don't all finish within 60 s.
func onThreads(_ bodies: [@Sendable () -> Void]) -> Bool {
    let group = DispatchGroup()
    for body in bodies {
        group.enter()
        Thread {
            body()
            group.leave()
        }.start()
    }
    return group.wait(timeout: .now() + 60) == .success
}
