import Dispatch
import Foundation
import Synchronization

/// Collects what threads have to tell.
final class Collected: Sendable {
    private let texts = Mutex<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    func add(_ text: String) {
        texts.withLock { $0.append(text) }
    }

    func collect(_ body: () throws -> Void) {
        do { try body() } catch { add("\(error)") }
    }
}

/// Runs `body` on so many threads of its own, all at once, and waits for them; whatever they throw is returned.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) -> [String] {
    let failures = Collected()
    let ended = DispatchSemaphore(value: 0)
    for number in 0..<count {
        Thread {
            failures.collect { try body(number) }
            ended.signal()
        }.start()
    }
    for _ in 0..<count { ended.wait() }
    return failures.all
}
