import Freshet
import FreshetTest
import Testing

@Suite("ReplayRelay") struct ReplayRelayTests {
    @Test(
        "A new subscriber of ReplayRelay first receives the newest elements",
        arguments: [(0, [3]), (1, [2, 3]), (2, [1, 2, 3])])
    func replays(_ size: Int, _ received: [Int]) {
        let (relay, log) = (ReplayRelay<Int>.create(bufferSize: size), Log<Int>())
        relay.accept(1)
        relay.accept(2)
        _ = relay.subscribe(onNext: { log($0) })
        relay.accept(3)
        #expect(log.entries == received)
    }

    @Test("ReplayRelay.createUnbound keeps all elements") func unbound() {
        let (relay, log) = (ReplayRelay<Int>.createUnbound(), Log<Int>())
        for n in 0..<100 { relay.accept(n) }
        _ = relay.asObservable().subscribe(onNext: { log($0) })
        #expect(log.entries == Array(0..<100))
    }

    @Test("bind sends elements, but no terminal events, to relays and relays of optionals")
    func bind() {
        let (relay, optional, log) = (ReplayRelay<Int>.createUnbound(), ReplayRelay<Int?>.createUnbound(), Log<Int?>())
        _ = Observable.of(1, 2).bind(to: relay)
        _ = Observable.of(3).bind(to: optional)
        relay.accept(4)
        _ = relay.asInfallible().subscribe(onNext: { log($0) })
        _ = optional.subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 2, 4, 3])
    }
}
