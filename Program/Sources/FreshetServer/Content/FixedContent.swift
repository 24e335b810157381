import Synchronization

/// Content that never changes while the program runs, made at its first use.
final class FixedContent: Sendable {
    // Requests on many threads share the contents.
    private let contents = Mutex<[String: Content]>([:])

    /// The content of that name, made by `make` the first time.
    func content(_ name: String, make: () throws -> Content) rethrows -> Content {
        if let content = contents.withLock({ $0[name] }) { return content }
        let content = try make()
        contents.withLock { $0[name] = content }
        return content
    }
}
