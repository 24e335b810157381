import NIOCore
import Synchronization

/// Runs work with a timeout.
enum Deadline {
    /// The result of `work`; throws `error` if it took longer than `duration`.
    ///
    /// Cancels work that takes too long and waits for it, so it must respond to cancellation. The timer is the event loop's, which
    /// frees it on cancellation; a sleeping task would stay in memory.
    static func within<Value: Sendable>(
        _ duration: Duration, on loop: any EventLoop, orThrow error: HTTPError,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let isOver = Flag()
        let task = Task { try await work() }
        let timer = loop.scheduleTask(in: TimeAmount(duration)) {
            isOver.raise()
            task.cancel()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            do { return try await task.value } catch let failure { throw isOver.isRaised ? error : failure }
        } onCancel: {
            task.cancel()
        }
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)

        var isRaised: Bool { value.load(ordering: .acquiring) }

        func raise() { value.store(true, ordering: .releasing) }
    }
}

extension TimeAmount {
    /// The same duration for NIO, at most 31 years.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = min(duration, .seconds(1_000_000_000)).components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
