import Freshet
import FreshetHTTP

/// All elements, then how it ended.
package func collect<Element: Sendable>(
    _ stream: Observable<Element>
) async -> (elements: [Element], error: (any Error)?) {
    var elements: [Element] = []
    do {
        for try await element in stream.values { elements.append(element) }
        return (elements, nil)
    } catch {
        return (elements, error)
    }
}

/// The error that something ends with.
package func failure<Value>(of work: () async throws -> Value) async -> (any Error)? {
    do {
        _ = try await work()
        return nil
    } catch {
        return error
    }
}

/// Waits until something holds, half a minute at most.
package func waited(_ holds: () -> Bool) async throws {
    for _ in 0..<3000 {
        if holds() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    throw NeverHeld()
}

/// The awaited condition was never met.
package struct NeverHeld: Error {}

/// A 304 where content was expected.
package struct NotModified: Error {}

extension Conditional {
    /// The received value; an error for a 304.
    package var content: Value {
        get throws {
            guard case .modified(let value) = self else { throw NotModified() }
            return value
        }
    }

    package var isNotModified: Bool {
        if case .notModified = self { true } else { false }
    }
}
