import Freshet
import FreshetTest
import FreshetXCTest
import XCTest

final class XCTAssertTests: XCTestCase {
    private struct Oops: Error {}

    func testEqualEventsPass() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
        let result = scheduler.start { source.map { $0 * 10 } }
        XCTAssertEqual(result.events, [.next(210, 10), .next(220, 20), .completed(230)])
        XCTAssertRecordedElements(result.events, [10, 20])
        XCTAssertEqual([Event.next(1), .completed], [.next(1), .completed])
        XCTAssertEqual([SingleEvent<Int>.failure(Oops())], [.failure(Oops())])
        XCTAssertEqual([MaybeEvent.success(1)], [.success(1)])
        XCTAssertEqual([CompletableEvent.error(Oops())], [.error(Oops())])
        XCTAssertEqual([Recorded.next(1, Int?.none)], [.next(1, nil)])
    }
}
