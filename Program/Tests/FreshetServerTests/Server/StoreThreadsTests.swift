import Dispatch
import FeedStore
import Synchronization
import Testing

@testable import FreshetServer

@Suite("The threads that the store may block") struct StoreThreadsTests {
    @Test("Store threads are bounded: work beyond them waits, and beyond that fails")
    func bounded() async throws {
        let threads = StoreThreads(2, mostWaiting: 1)
        let gate = DispatchSemaphore(value: 0)
        let running = (0..<2).map { _ in Task { try await threads.run { gate.wait() } } }
        try await waits { threads.runningCount == 2 }
        let waiting = Task { try await threads.run { 3 } }
        try await waits { threads.waitingCount == 1 }
        await #expect(throws: FeedStoreError.tooSlow) { try await threads.run {} }
        for _ in running { gate.signal() }
        for task in running { try await task.value }
        #expect(try await waiting.value == 3)
        try await waits { threads.runningCount == 0 }
    }

    @Test("Work that waits too long for a store thread gives up")
    func late() async throws {
        let threads = StoreThreads(1, longestWait: .milliseconds(1))
        let gate = DispatchSemaphore(value: 0)
        let running = Task { try await threads.run { gate.wait() } }
        try await waits { threads.runningCount == 1 }
        await #expect(throws: FeedStoreError.tooSlow) { try await threads.run {} }
        gate.signal()
        try await running.value
    }

    @Test("Store threads don't keep a request that is cancelled")
    func cancelled() async throws {
        let threads = StoreThreads(1)
        let gate = DispatchSemaphore(value: 0)
        let running = Task { try await threads.run { gate.wait() } }
        try await waits { threads.runningCount == 1 }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        gate.signal()
        try await waits { threads.runningCount == 0 }
    }
}
