import NIOCore
import Synchronization

/// Bounds how long something may take.
enum Deadline {
    /// What `work` returns; throws `error` if it took longer than `duration`.
    ///
    /// Work that takes too long is cancelled and its end is waited for, so that it must heed cancellation. The timer is the loop's, which
    /// forgets it when it is cancelled; a sleeping task would stay in memory until its time.
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
    /// The same length in NIO's terms, at most 31 years.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = min(duration, .seconds(1_000_000_000)).components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
