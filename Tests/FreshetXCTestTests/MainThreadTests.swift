import Dispatch
import Foundation
import Freshet
import FreshetTest
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

    private let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "blocking")

    func testToBlockingServesTheMainQueue() throws {
        let numbers = Observable.of(1, 2, 3)
        let driver = numbers.observe(on: queue).asDriver(onErrorJustReturn: 0)
        XCTAssertEqual(try driver.toBlocking(timeout: 10).toArray(), [1, 2, 3])
        let there = numbers.observe(on: MainScheduler.asyncInstance).observe(on: queue)
        XCTAssertEqual(try there.observe(on: MainScheduler.instance).toBlocking(timeout: 10).toArray(), [1, 2, 3])
        let timer = Observable<Int>.timer(.milliseconds(1), scheduler: MainScheduler.instance)
        XCTAssertEqual(try timer.toBlocking().first(), 0)
    }

    func testToBlockingServesTheMainRunLoop() throws {
        let fires = PublishSubject<String>()
        let timer = Timer(timeInterval: 0.001, repeats: true) { _ in fires.onNext("fired") }
        RunLoop.main.add(timer, forMode: .default)
        XCTAssertEqual(try fires.toBlocking(timeout: 10).first(), "fired")
        timer.invalidate()
    }

    func testToBlockingServesTheMainActor() throws {
        let single = Single<String> { await onMain() }
        XCTAssertEqual(try single.toBlocking(timeout: 10).single(), "main")
    }

    func testToBlockingTimesOutOnTheMainThread() {
        XCTAssertThrowsError(try Observable<Int>.never().toBlocking(timeout: 0.01).toArray()) { error in
            guard case RxError.timeout = error else { return XCTFail("\(error)") }
        }
    }
}

@MainActor private func onMain() -> String { "main" }
