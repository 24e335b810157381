import Foundation

/// Collects what threads have to tell.
final class Failures: @unchecked Sendable {
    // Held: `texts` is only touched under `lock`.
    private let lock = NSLock()
    private var texts: [String] = []

    var all: [String] { lock.withLock { texts } }

    func add(_ text: String) {
        lock.withLock { texts.append(text) }
    }

    func collect(_ body: () throws -> Void) {
        do { try body() } catch { add("\(error)") }
    }
}
