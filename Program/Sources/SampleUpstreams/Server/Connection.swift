import NIOCore
import Platform
import Synchronization

/// A client's connection. Waits on it end when the client disconnects.
final class Connection: Sendable {
    private struct State {
        var isGone = false
        var waiting: [UInt64: CheckedContinuation<Bool, Never>] = [:]
        var last: UInt64 = 0
    }

    private let channel: any Channel
    private let state = Mutex(State())

    init(_ channel: any Channel) {
        self.channel = channel
    }

    /// Ends all waits, because the client disconnected or the server stops.
    func leave() {
        let waiting = state.withLock { state in
            state.isGone = true
            defer { state.waiting.removeAll() }
            return state.waiting.values.map { $0 }
        }
        for continuation in waiting { continuation.resume(returning: false) }
    }

    /// Waits; false as soon as the client disconnects or the server stops.
    ///
    /// Without a duration, nothing else ends the wait.
    @discardableResult
    func stays(for duration: Duration? = nil) async -> Bool {
        if let duration, duration <= .zero { return true }
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        var timer: Scheduled<Void>?
        defer { timer?.cancel() }
        return await withCheckedContinuation { continuation in
            let isGone = state.withLock { state in
                if !state.isGone { state.waiting[number] = continuation }
                return state.isGone
            }
            if isGone { return continuation.resume(returning: false) }
            // Only now: a timer that fires before anybody waits would have no effect.
            timer = duration.map { duration in
                channel.eventLoop.scheduleTask(in: TimeAmount(duration)) { self.end(wait: number) }
            }
        }
    }

    private func end(wait number: UInt64) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: true)
    }

    func close() {
        channel.close(promise: nil)
    }

    /// Closes the connection with a TCP reset; returns when that is done.
    func reset() async throws {
        if let provider = channel as? any SocketOptionProvider {
            try await provider.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        try await channel.close()
    }
}
