import Dispatch
import FeedStore
import Synchronization
import Testing

@testable import FreshetServer

@Suite("Work in a fair queue") struct FairQueueTests {
    private func queue(longestWait: Duration = .seconds(600), mostWaiting: Int = 32) -> FairQueue<String> {
        FairQueue("test", timeout: .seconds(600), longestWait: longestWait, mostWaiting: mostWaiting)
    }

    @Test("Work in a fair queue runs until its deadline, on a thread of the queue")
    func runs() async throws {
        #expect(try await queue().run(for: "anna") { $0 } > .now)
    }

    @Test("Work in a fair queue that gets no thread in time doesn't run")
    func late() async {
        await #expect(throws: FeedStoreError.tooSlow) {
            try await queue(longestWait: .zero).run(for: "anna") { _ in Issue.record("It ran.") }
        }
    }

    @Test("Work of one account leaves one thread of a fair queue free for others")
    func fair() async throws {
        let (queue, gate) = (queue(mostWaiting: 40), DispatchSemaphore(value: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    try await queue.run(for: "anna") { _ in
                        gate.wait()
                        gate.signal()
                    }
                }
            }
            // None of anna's 40 can end before these 32 have run.
            for _ in 0..<32 { try await queue.run(for: "otto") { _ in } }
            gate.signal()
            try await group.waitForAll()
        }
    }

    @Test("Work in a fair queue takes turns between accounts")
    func turns() async throws {
        let (queue, order) = (queue(), Order())
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await queue.run(for: "eve") { _ in first.wait() } }
            group.addTask { try await queue.run(for: "ida") { _ in second.wait() } }
            while queue.freeCount > 0 { await Task.yield() }
            for (waiting, name) in ["anna", "anna", "anna", "otto"].enumerated() {
                group.addTask { try await queue.run(for: name) { _ in order.append(name) } }
                while queue.waitingCount == waiting { await Task.yield() }
            }
            // One thread runs all of them.
            first.signal()
            while order.names.count < 4 { await Task.yield() }
            second.signal()
            try await group.waitForAll()
        }
        #expect(order.names == ["anna", "otto", "anna", "anna"])
    }

    @Test("Work in a fair queue is refused immediately if too much of its account waits")
    func many() async throws {
        let (queue, gate) = (queue(mostWaiting: 2), DispatchSemaphore(value: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await queue.run(for: "anna") { _ in gate.wait() } }
            while queue.freeCount > 1 { await Task.yield() }
            for _ in 0..<2 { group.addTask { try await queue.run(for: "anna") { _ in } } }
            while queue.waitingCount < 2 { await Task.yield() }
            await #expect(throws: FeedStoreError.tooSlow) { try await queue.run(for: "anna") { _ in } }
            try await queue.run(for: "otto") { _ in }
            gate.signal()
            try await group.waitForAll()
        }
    }
}

/// The names of those whose work has run.
private final class Order: Sendable {
    private let state = Mutex<[String]>([])
    var names: [String] { state.withLock { $0 } }

    func append(_ name: String) { state.withLock { $0.append(name) } }
}
