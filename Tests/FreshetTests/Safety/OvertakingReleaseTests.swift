import Dispatch
import Freshet
import FreshetTest
import Testing

/// An operator that replaces or uses up elements, for elements whose `deinit` sends.
struct Replacement: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Makes the stream of two sources.
    let make: @Sendable (Observable<Item>, Observable<Item>, TestScheduler) -> Observable<Int>
    let result: [Int]
    /// The element that sends 100.
    var sender = 1

    static let all: [Replacement] = [
        Replacement(
            testDescription: "scan",
            make: { left, _, _ in left.scan(Item(0, Count())) { $1 }.map(\.number) }, result: [1, 2, 100, 3]),
        Replacement(
            testDescription: "distinctUntilChanged",
            make: { left, _, _ in left.distinctUntilChanged { $0 === $1 }.map(\.number) }, result: [1, 2, 100, 3]),
        Replacement(
            testDescription: "pairwise",
            make: { left, _, _ in left.pairwise().map { $1.number } }, result: [2, 100, 3]),
        Replacement(
            testDescription: "combineLatest",
            make: { left, right, _ in
                Observable.combineLatest(left, right.startWith(Item(0, Count()))) { a, _ in a.number }
            },
            result: [1, 2, 100, 3]),
        Replacement(
            testDescription: "zip",
            make: { left, right, _ in
                Observable.zip(left, Observable.range(start: 0, count: 9)) { a, _ in a.number }
            }, result: [1, 100, 2, 3]),
        Replacement(
            testDescription: "throttle",
            make: { left, _, scheduler in left.throttle(.seconds(5), scheduler: scheduler).map(\.number) },
            result: [1, 3, 100], sender: 2),
    ]
}

@Suite("An element whose deinit sends") struct OvertakingReleaseTests {
    @Test("An element sent by a deinit doesn't overtake the one that is being delivered", arguments: Replacement.all)
    func order(_ replacement: Replacement) {
        let (left, right, scheduler) = (PublishSubject<Item>(), PublishSubject<Item>(), TestScheduler(initialClock: 0))
        let (living, log) = (Count(), Log<Int>())
        let subscription = replacement.make(left, right, scheduler).subscribe(onNext: { log($0) })
        for number in 1...3 {
            left.onNext(
                Item(number, living) {
                    if number == replacement.sender { left.onNext(Item(100, living)) }
                })
            if number == 2 { scheduler.sleep(10) }
        }
        scheduler.start()
        #expect(log.entries == replacement.result)
        subscription.dispose()
    }
}
