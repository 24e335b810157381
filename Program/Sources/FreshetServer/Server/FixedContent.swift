import Synchronization

/// What is the same as long as the program runs: made when it is first asked for.
final class FixedContent: Sendable {
    private let contents = Mutex<[String: Content]>([:])

    /// What is kept under that name, or what `make` gives, which is kept.
    func content(_ name: String, make: () throws -> Content) rethrows -> Content {
        if let content = contents.withLock({ $0[name] }) { return content }
        let content = try make()
        contents.withLock { $0[name] = content }
        return content
    }
}
