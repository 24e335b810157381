import Foundation
import Freshet
import FreshetHTTP
import Synchronization
import Testing

/// Waits until the condition holds; fails the test when it does not within half a minute.
func wait(
    until what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while try await !condition() {
        if ContinuousClock.now > end {
            Issue.record(what, sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// The error that a request fails with; nil if it succeeds, or fails with another kind.
func outcome(of single: Single<some Sendable>) async -> HTTPError? {
    do {
        _ = try await single.value
        return nil
    } catch {
        return error as? HTTPError
    }
}

/// Runs a raw server for as long as a test needs it.
func withRawServer(
    greeting: String = "", _ answer: @escaping @Sendable (RawConnection) -> Void,
    _ body: (RawServer) async throws -> Void
) async throws {
    let server = RawServer(greeting: greeting, answer)
    defer { server.stop() }
    try await body(server)
}

/// The elements that arrive from other threads, in their order.
final class Arrivals<Element: Sendable>: Sendable {
    private let content = Mutex<[Element]>([])
    var all: [Element] { content.withLock { $0 } }
    func append(_ element: Element) { content.withLock { $0.append(element) } }
}
