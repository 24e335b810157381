import Synchronization

/// Lets no more than so many requests to one host be under way; the others wait in their order.
final class HostGate: Sendable {
    private struct Waiter {
        let id: UInt64
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Host {
        var inFlight = 0
        var waiters: [Waiter] = []
    }

    private struct State {
        var hosts: [Origin: Host] = [:]
        var nextID: UInt64 = 0
        var cancelled: Set<UInt64> = []
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Does `work` when its turn has come.
    ///
    /// A task that is cancelled while it waits leaves the queue.
    func pass<Value: Sendable>(_ host: Origin, _ work: () async throws -> Value) async throws -> Value {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        try await enter(host, id)
        defer { leave(host) }
        return try await work()
    }

    private func enter(_ host: Origin, _ id: UInt64) async throws {
        let isAdmitted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return false }
                    if state.hosts[host, default: Host()].inFlight < limit {
                        state.hosts[host, default: Host()].inFlight += 1
                        return true
                    }
                    state.hosts[host, default: Host()].waiters.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            cancel(id, host)
        }
        if !isAdmitted { throw CancellationError() }
        if Task.isCancelled {
            leave(host)
            throw CancellationError()
        }
    }

    private func cancel(_ id: UInt64, _ host: Origin) {
        let waiter: Waiter? = state.withLock { state in
            guard let index = state.hosts[host]?.waiters.firstIndex(where: { $0.id == id }) else {
                // Not waiting: it has been admitted, or has not come so far as to wait.
                state.cancelled.insert(id)
                return nil
            }
            return state.hosts[host]?.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: false)
    }

    private func leave(_ host: Origin) {
        let next: Waiter? = state.withLock { state in
            guard var entry = state.hosts[host] else { return nil }
            defer { state.hosts[host] = entry.inFlight == 0 ? nil : entry }
            if entry.waiters.isEmpty {
                entry.inFlight -= 1
                return nil
            }
            return entry.waiters.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }
}
