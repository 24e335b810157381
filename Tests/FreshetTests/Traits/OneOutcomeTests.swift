import Dispatch
import Foundation
import Freshet
import FreshetTest
import Testing

/// A trait with a closure that throws after the element, and what its subscriber receives.
struct LateError: Sendable {
    let testDescription: String
    let outcomes: @Sendable (@escaping @Sendable (String) -> Void) -> any Disposable

    static let all: [LateError] = [
        LateError(testDescription: "Single.do(afterSuccess:)") { log in
            failingSingle.subscribe(onSuccess: { log("\($0)") }, onFailure: { _ in log("failure") })
        },
        LateError(testDescription: "Single.do(afterSuccess:), one closure") { log in
            failingSingle.subscribe { event in
                switch event {
                case .success(let element): log("\(element)")
                case .failure: log("failure")
                }
            }
        },
        LateError(testDescription: "catchAndReturn") { log in
            failingSingle.catchAndReturn(9).subscribe(onSuccess: { log("\($0)") }, onFailure: { _ in log("failure") })
        },
        LateError(testDescription: "catch, retry and map") { log in
            failingSingle.catch { _ in .just(8) }.retry(2).map { $0 }.subscribe(
                onSuccess: { log("\($0)") }, onFailure: { _ in log("failure") })
        },
        LateError(testDescription: "flatMap") { log in
            Single.just(0).flatMap { _ in failingSingle }.subscribe(
                onSuccess: { log("\($0)") }, onFailure: { _ in log("failure") })
        },
        LateError(testDescription: "asObservable()") { log in
            failingSingle.asObservable().subscribe(onNext: { log("\($0)") }, onError: { _ in log("failure") })
        },
        LateError(testDescription: "Maybe.do(afterNext:)") { log in
            Maybe.just(1).do(afterNext: { _ in throw Oops() }).subscribe(
                onSuccess: { log("\($0)") }, onError: { _ in log("failure") }, onCompleted: { log("completed") })
        },
        LateError(testDescription: "Maybe.do(onCompleted:), after an element") { log in
            Maybe.just(1).do(onCompleted: { throw Oops() }).catchAndReturn(9).subscribe(
                onSuccess: { log("\($0)") }, onError: { _ in log("failure") }, onCompleted: { log("completed") })
        },
    ]

    private static var failingSingle: Single<Int> { Single.just(1).do(afterSuccess: { _ in throw Oops() }) }
}

@Suite("The one outcome of a trait") struct OneOutcomeTests {
    // In a process of its own: the handler is a setting of the process.
    @Test("An error thrown after a trait's element is no second outcome") func thrownLate() async {
        await #expect(processExitsWith: .success) {
            for late in LateError.all {
                let (log, unhandled) = (Log<String>(), Count())
                Hooks.defaultErrorHandler = { _, _ in unhandled.up() }
                late.outcomes { log($0) }.dispose()
                #expect(log.entries == ["1"], "\(late.testDescription)")
                #expect(unhandled.value == 1, "\(late.testDescription)")
            }
        }
    }

    @Test("An error thrown before a trait's element, or without one, is the outcome") func thrownEarly() {
        let log = Log<String>()
        _ = Single.just(1).do(onSuccess: { _ in throw Oops() }).subscribe(
            onSuccess: { log("\($0)") }, onFailure: { _ in log("failure") })
        _ = Maybe<Int>.empty().do(onCompleted: { throw Oops() }).subscribe(
            onSuccess: { log("\($0)") }, onError: { _ in log("failure") }, onCompleted: { log("completed") })
        #expect(log.entries == ["failure", "failure"])
    }

    @Test("timeout of a trait doesn't fail between the element and the completion") func timeout() {
        // The element and the completion are separate pieces of work.
        let (work, timer) = (TestScheduler(initialClock: 0), HistoricalScheduler())
        let single = Single.just(1, scheduler: work).timeout(.seconds(5), scheduler: timer)
        let log = Log<String>()
        let subscription = single.subscribe(onSuccess: { log("\($0)") }, onFailure: { _ in log("failure") })
        work.advanceTo(1)
        timer.advanceTo(timer.now.addingTimeInterval(60))
        work.start()
        #expect(log.entries == ["1"])
        subscription.dispose()
    }

    @Test("first() ignores a failure of its source during the delivery") func first() {
        let (source, log) = (PublishSubject<Int>(), Log<String>())
        let subscription = source.first().subscribe(
            onSuccess: {
                log("\($0 ?? 0)"); source.onError(Oops())
            }, onFailure: { _ in log("failure") })
        source.onNext(1)
        #expect(log.entries == ["1"])
        subscription.dispose()
    }
}
