import Foundation
import Synchronization

/// What a stream fails with in these tests.
enum Oops: Error, Equatable { case one, other, overflow }

/// A number that several threads count up.
final class Count: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .sequentiallyConsistent) }

    @discardableResult
    func up() -> Int { number.add(1, ordering: .sequentiallyConsistent).newValue }

    func down() { number.subtract(1, ordering: .sequentiallyConsistent) }
}

/// What has happened, in order, whichever threads it happened on.
final class Log<Entry: Sendable>: Sendable {
    private let contents = Mutex<[Entry]>([])

    var entries: [Entry] { contents.withLock { $0 } }

    func callAsFunction(_ entry: Entry) { contents.withLock { $0.append(entry) } }
}

/// Something that closures capture, so that it can be seen when they are released.
final class Token: Sendable {
    func touch() {}
}

/// Waits until something holds, twenty seconds at most.
func eventually(_ holds: @Sendable () -> Bool) async -> Bool {
    for _ in 0..<20_000 {
        if holds() { return true }
        // A failure means that the test is cancelled; the condition is looked at once more then.
        do { try await Task.sleep(for: .milliseconds(1)) } catch { return holds() }
    }
    return false
}

/// Runs the bodies on threads of their own and waits for all of them; false if one is not done after twenty seconds.
func onThreads(_ bodies: [@Sendable () -> Void]) -> Bool {
    let group = DispatchGroup()
    for body in bodies {
        group.enter()
        Thread {
            body()
            group.leave()
        }.start()
    }
    return group.wait(timeout: .now() + 20) == .success
}
