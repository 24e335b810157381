import NIOCore
import Synchronization

/// Somebody who follows a channel: woken when there is something to send.
///
/// Nothing waits here for a slow one: what it is woken for is looked up when it can be sent.
final class LiveClient: Sendable {
    /// What a client is woken for.
    enum Signal: Sendable {
        /// There is a newer frame.
        case frame
        /// Nothing has happened for a while.
        case heartbeat
        /// Nothing more is to be sent.
        case end
    }

    private struct State {
        var hasFrame = false
        var isBeating = false
        var isOver = false
        var waiter: CheckedContinuation<Signal, Never>?
        /// How many beats ago it was ready to send.
        var beats = 0
        /// The last beat that it heard: one that follows several channels hears each beat of all.
        var turn = 0

        mutating func signal() -> Signal? {
            if isOver { return .end }
            if hasFrame {
                hasFrame = false
                return .frame
            }
            if isBeating {
                isBeating = false
                return .heartbeat
            }
            return nil
        }
    }

    /// Where it sits; nil for one within the server.
    private let connection: (any Channel)?
    /// As many beats are waited until what was sent is taken.
    private let patience: Int
    private let state = Mutex(State())

    init(_ connection: (any Channel)? = nil, patience: Int = 4) {
        self.connection = connection
        self.patience = patience
    }

    /// Waits for the next thing to send; one at a time.
    func next() async -> Signal {
        await withCheckedContinuation { continuation in
            let signal = state.withLock { state in
                let signal = state.signal()
                if signal == nil { state.waiter = continuation }
                state.beats = 0
                return signal
            }
            if let signal { continuation.resume(returning: signal) }
        }
    }

    /// There is a newer frame.
    func wake() { change { $0.hasFrame = true } }

    /// Time has passed: a sign of life is sent, and who has taken nothing for long is cut off.
    /// - Parameter turn: the same at all channels, and another one each time.
    func beat(_ turn: Int) {
        change { state in
            if state.turn == turn { return }
            state.turn = turn
            state.isBeating = true
            state.beats += 1
        }
        let isGone = state.withLock { $0.beats > patience }
        if isGone { connection?.close(promise: nil) }
    }

    /// The client has left, or the server ends.
    func end() { change { $0.isOver = true } }

    private func change(_ body: (inout sending State) -> Void) {
        let woken = state.withLock { state -> (CheckedContinuation<Signal, Never>, Signal)? in
            body(&state)
            guard let waiter = state.waiter, let signal = state.signal() else { return nil }
            state.waiter = nil
            state.beats = 0
            return (waiter, signal)
        }
        if let (waiter, signal) = woken { waiter.resume(returning: signal) }
    }
}
