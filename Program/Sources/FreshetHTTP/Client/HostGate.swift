import Synchronization

/// Limits the number of concurrent requests to a host; others queue in the order of their tickets.
final class HostGate: Sendable {
    /// A place at a host or in its queue. Pass it to `pass` exactly once.
    struct Ticket: Sendable {
        fileprivate let id: UInt64
        fileprivate let host: Origin
    }

    private enum TicketState {
        case admitted
        /// In the queue; with a continuation once a task awaits the turn.
        case waiting(CheckedContinuation<Void, Never>?)
    }

    private struct Host {
        var inFlight = 0
        var queue: [UInt64] = []
    }

    private struct State {
        var hosts: [Origin: Host] = [:]
        var ticketStates: [UInt64: TicketState] = [:]
        var lastID: UInt64 = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Takes the next place: at the host if one is free, or else at the end of its queue.
    func ticket(for origin: Origin) -> Ticket {
        state.withLock { state in
            state.lastID += 1
            if state.hosts[origin, default: Host()].inFlight < limit {
                state.hosts[origin, default: Host()].inFlight += 1
                state.ticketStates[state.lastID] = .admitted
            } else {
                state.hosts[origin, default: Host()].queue.append(state.lastID)
                state.ticketStates[state.lastID] = .waiting(nil)
            }
            return Ticket(id: state.lastID, host: origin)
        }
    }

    /// Runs `work` when it is the ticket's turn, then releases the place.
    ///
    /// A task that is canceled in the queue leaves it.
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
            guard case .waiting? = state.ticketStates[ticket.id] else { return false }
            state.ticketStates[ticket.id] = .waiting(continuation)
            return true
        }
        if !mustWait { continuation.resume() }
    }

    /// Releases the place at the host or in the queue. Idempotent.
    private func leave(_ ticket: Ticket) {
        let resumed: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard let ticketState = state.ticketStates.removeValue(forKey: ticket.id),
                var host = state.hosts[ticket.host]
            else { return nil }
            defer { state.hosts[ticket.host] = host.inFlight == 0 ? nil : host }
            if case .waiting(let continuation) = ticketState {
                host.queue.removeAll { $0 == ticket.id }
                return continuation
            }
            guard !host.queue.isEmpty else {
                host.inFlight -= 1
                return nil
            }
            // The next in the queue takes over the place, so the number of requests doesn't change.
            let next = host.queue.removeFirst()
            guard case .waiting(let continuation)? = state.ticketStates.updateValue(.admitted, forKey: next) else {
                return nil
            }
            return continuation
        }
        resumed?.resume()
    }
}
