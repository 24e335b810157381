import Freshet
import FreshetTest
import Testing

@Suite("combineLatest and zip with a parameter pack") struct SourcePackTests {
    @Test("combineLatest and zip combine nine streams of different types") func nine() {
        let (text, number) = (Single.just("a"), Single.just(1))
        let zipped = Single.zip(text, number, text, number, text, number, text, number, text) {
            "\($0)\($1)\($2)\($3)\($4)\($5)\($6)\($7)\($8)"
        }
        let (left, right) = (Infallible.just("a"), Infallible.just(1))
        let combined = Infallible.combineLatest(left, right, left, right, left, right, left, right, left) {
            "\($0)\($1)\($2)\($3)\($4)\($5)\($6)\($7)\($8)"
        }
        let log = Log<String>()
        _ = zipped.subscribe(onSuccess: { log($0) })
        _ = combined.subscribe(onNext: { log($0) })
        #expect(log.entries == ["a1a1a1a1a", "a1a1a1a1a"])
    }

    @Test("combineLatest combines the newest elements each time a source emits") func newest() {
        let (left, right, log) = (BehaviorRelay(value: 1), BehaviorRelay(value: "a"), Log<String>())
        let subscription = Infallible.combineLatest(left.asInfallible(), right.asInfallible()) { "\($0)\($1)" }
            .subscribe(onNext: { log($0) })
        left.accept(2)
        right.accept("b")
        #expect(log.entries == ["1a", "2a", "2b"])
        subscription.dispose()
    }

    @Test("zip pairs elements of a parameter pack by position") func pairs() {
        let (left, right, log) = (Infallible.of(1, 2, 3), Infallible.of("a", "b"), Log<String>())
        _ = Infallible.zip(left, right) { "\($0)\($1)" }.subscribe(onNext: { log($0) }, onCompleted: { log("end") })
        #expect(log.entries == ["1a", "2b", "end"])
    }

    @Test("An error of the selector ends a single, and no source completes") func ends() {
        let log = Log<String>()
        _ = Single.zip(Single.just(1), Single.just(2)) { _, _ -> Int in throw Oops() }
            .subscribe(onFailure: { _ in log("failed") })
        _ = Infallible.zip(resultSelector: { 1 }).subscribe(onCompleted: { log("completed") })
        #expect(log.entries == ["failed", "completed"])
    }

    @Test("combineLatest and zip release the newest elements with the subscription") func releases() {
        weak var token: Token?
        do {
            let made = Token()
            token = made
            let subscription = Infallible.combineLatest(Infallible.just(made), Infallible<Int>.never()) { $1 }
                .subscribe(onNext: { _ in })
            subscription.dispose()
        }
        #expect(token == nil)
    }
}
