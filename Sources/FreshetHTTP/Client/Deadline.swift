/// Bounds how long something may take.
enum Deadline {
    /// What `work` returns; throws `error` and cancels the work if that takes longer than `duration`.
    static func within<Value: Sendable>(
        _ duration: Duration, orThrow error: HTTPError, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: duration)
                return nil
            }
            defer { group.cancelAll() }
            // There are two tasks, so that there is a first result.
            guard let first = try await group.next(), let value = first else { throw error }
            return value
        }
    }
}
