/// Waits until something holds, a minute at most.
func waits(until holds: () async throws -> Bool) async throws {
    for _ in 0..<3000 {
        if try await holds() { return }
        try await Task.sleep(for: .milliseconds(20))  // between two checks
    }
    throw NeverHeld()
}

/// What was waited for did not come.
private struct NeverHeld: Error {}
