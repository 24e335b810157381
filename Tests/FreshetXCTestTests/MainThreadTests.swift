import Dispatch
import Freshet
import XCTest

/// XCTest runs tests on the process's first thread, as a program does that doesn't await at its top level.
final class MainThreadTests: XCTestCase {
    func testTheMainThreadIsRecognizedInsideQueueSync() {
        let (queue, relay) = (DispatchQueue(label: "sync"), BehaviorRelay(value: 0))
        let received = BehaviorRelay<[Int]>(value: [])
        let subscription = relay.observe(on: MainScheduler()).subscribe(onNext: {
            received.accept(received.value + [$0])
        })
        queue.sync {
            relay.accept(1)
            MainScheduler.ensureRunningOnMainThread()
        }
        XCTAssertEqual(received.value, [0, 1])
        subscription.dispose()
    }
}
