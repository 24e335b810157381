import Dispatch
import Foundation
import Freshet
import Synchronization
import Testing

@testable import Feeds

@Suite("Work with permits") struct BoundedSchedulerTests {
    @Test("Pieces of work that run at a time don't outnumber the permits, on any number of queues")
    func bound() {
        let permits = DispatchSemaphore(value: 2)
        let running = Mutex((now: 0, most: 0))
        let isDone = DispatchGroup()
        for index in 0..<200 {
            isDone.enter()
            let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "queue \(index % 10)")
            _ = BoundedScheduler(scheduler: queue, permits: permits).schedule(()) {
                running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                sched_yield()
                running.withLock { $0.now -= 1 }
                isDone.leave()
                return Disposables.create()
            }
        }
        #expect(isDone.wait(timeout: .now() + 60) == .success)
        #expect(running.withLock { $0.most } <= 2)
    }
}
