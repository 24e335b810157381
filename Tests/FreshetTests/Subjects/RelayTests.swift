import Freshet
import FreshetTest
import Testing

@Suite("PublishRelay, BehaviorRelay, bind") struct RelayTests {
    @Test("PublishRelay delivers elements accepted after the subscription") func publish() {
        let (relay, log) = (PublishRelay<Int>(), Log<Int>())
        relay.accept(0)
        let subscription = relay.subscribe(onNext: { log($0) })
        relay.accept(1)
        subscription.dispose()
        relay.accept(2)
        #expect(log.entries == [1])
    }

    @Test("BehaviorRelay delivers its current value first") func behavior() {
        let (relay, log) = (BehaviorRelay(value: 0), Log<Int>())
        let subscription = relay.asObservable().subscribe(onNext: { log($0) })
        relay.accept(1)
        #expect(relay.value == 1)
        subscription.dispose()
        relay.accept(2)
        #expect(relay.value == 2)
        #expect(log.entries == [0, 1])
    }

    @Test("BehaviorRelay accepts a re-entrant value") func reentrancy() {
        let (relay, log) = (BehaviorRelay(value: 0), Log<Int>())
        let subscription = relay.subscribe(onNext: { value in
            log(value)
            if value < 2 { relay.accept(value + 1) }
            #expect(relay.value == 2)
        })
        #expect(log.entries == [0, 1, 2])
        subscription.dispose()
    }

    @Test("value of BehaviorRelay is the last delivered value after concurrent sends") func twoThreads() {
        let (relay, observer) = (BehaviorRelay(value: 0), Exclusive<Int>())
        let subscription = relay.subscribe(observer)
        concurrently({ for n in 1...2_000 { relay.accept(n) } }, { for n in 1...2_000 { relay.accept(-n) } })
        #expect(observer.violations == 0)
        #expect(observer.elements.count == 4_001)
        #expect(relay.value == observer.elements.last)
        subscription.dispose()
    }

    @Test("bind sends elements to relays and observers; the relay outlives the stream") func bind() {
        let (publish, behavior, optional) = (
            PublishRelay<Int>(), BehaviorRelay(value: 0), BehaviorRelay<Int?>(value: nil)
        )
        let (subject, log) = (PublishSubject<Int>(), Log<String>())
        let received = publish.subscribe(onNext: { log("p\($0)") }, onCompleted: { log("completed") })
        let ended = subject.subscribe(onCompleted: { log("s|") })
        _ = Observable.just(1).bind(to: publish)
        _ = Observable.just(2).bind(to: behavior)
        _ = Observable.just(3).bind(to: optional)
        _ = Observable.just(4).bind(to: subject)
        _ = Observable.just(5).bind(onNext: { log("n\($0)") })
        #expect(behavior.value == 2 && optional.value == 3)
        #expect(log.entries == ["p1", "s|", "n5"])
        received.dispose()
        ended.dispose()
    }

    @Test("bind sends to several observers until disposal") func bindSeveral() {
        let (source, one, two) = (PublishSubject<Int>(), BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        let binding = source.bind(to: one, two)
        source.onNext(1)
        binding.dispose()
        source.onNext(2)
        #expect([one.value, two.value] == [1, 1])
    }
}
