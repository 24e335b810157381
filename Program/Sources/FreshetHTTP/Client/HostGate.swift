import Synchronization

/// Lets no more than so many requests to one host be under way; the others wait in the order of their tickets.
final class HostGate: Sendable {
    /// A place at a host, or in the queue before it; it is to be given to `pass` once.
    struct Ticket: Sendable {
        fileprivate let id: UInt64
        fileprivate let host: Origin
    }

    private enum Standing {
        case admitted
        /// In the queue; with a continuation as soon as somebody waits for the turn.
        case waiting(CheckedContinuation<Void, Never>?)
    }

    private struct Host {
        var inFlight = 0
        var queue: [UInt64] = []
    }

    private struct State {
        var hosts: [Origin: Host] = [:]
        var standings: [UInt64: Standing] = [:]
        var lastID: UInt64 = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Takes the next place: at the host while there is one, else at the end of its queue.
    func ticket(for origin: Origin) -> Ticket {
        state.withLock { state in
            state.lastID += 1
            if state.hosts[origin, default: Host()].inFlight < limit {
                state.hosts[origin, default: Host()].inFlight += 1
                state.standings[state.lastID] = .admitted
            } else {
                state.hosts[origin, default: Host()].queue.append(state.lastID)
                state.standings[state.lastID] = .waiting(nil)
            }
            return Ticket(id: state.lastID, host: origin)
        }
    }

    /// Does `work` when the ticket's turn has come, and gives up the place.
    ///
    /// A task that is cancelled while it waits leaves the queue.
    func pass<Value: Sendable>(_ ticket: Ticket, _ work: () async throws -> Value) async throws -> Value {
        defer { leave(ticket) }
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait(ticket, $0) }
        } onCancel: {
            leave(ticket)
        }
        try Task.checkCancellation()
        return try await work()
    }

    private func wait(_ ticket: Ticket, _ continuation: CheckedContinuation<Void, Never>) {
        let mustWait = state.withLock { state in
            guard case .waiting? = state.standings[ticket.id] else { return false }
            state.standings[ticket.id] = .waiting(continuation)
            return true
        }
        if !mustWait { continuation.resume() }
    }

    /// Gives up the place, at the host or in the queue; a second time changes nothing.
    private func leave(_ ticket: Ticket) {
        let resumed: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard let standing = state.standings.removeValue(forKey: ticket.id),
                var host = state.hosts[ticket.host]
            else { return nil }
            defer { state.hosts[ticket.host] = host.inFlight == 0 ? nil : host }
            if case .waiting(let continuation) = standing {
                host.queue.removeAll { $0 == ticket.id }
                return continuation
            }
            guard !host.queue.isEmpty else {
                host.inFlight -= 1
                return nil
            }
            // The place goes to the next, so that as many as before are under way.
            let next = host.queue.removeFirst()
            guard case .waiting(let continuation)? = state.standings.updateValue(.admitted, forKey: next) else {
                return nil
            }
            return continuation
        }
        resumed?.resume()
    }
}
