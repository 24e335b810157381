import FreshetTest
import Testing

@testable import Freshet

/// A subject or a shared stream may be released while another thread is delivering to its subscribers.
@Suite("Subscribers of a released subject") struct AbandonTests {
    @Test("Subscribers of a released subject receive events already queued, then are released") func leftBehind() {
        let (multicaster, lifetime, log) = (Multicaster<Int>(), Lifetime(), Log<Event<Int>>())
        multicaster.join(ObserverSink(AnyObserver { log($0) }, lifetime), lifetime, to: multicaster)
        #expect(multicaster.serializer.enter() == .entered)
        concurrently({
            multicaster.next(1)
            multicaster.on(.completed)
            multicaster.abandon()
        })
        #expect(log.entries.isEmpty && multicaster.hasObservers)
        multicaster.serializer.leave()
        #expect(log.entries == [.next(1), .completed])
        #expect(!multicaster.hasObservers)
    }

    @Test("Subscribers of a released subject are released immediately if no thread is delivering") func atOnce() {
        let (multicaster, lifetime) = (Multicaster<Int>(), Lifetime())
        multicaster.join(ObserverSink(AnyObserver { _ in }, lifetime), lifetime, to: multicaster)
        multicaster.next(1)
        multicaster.abandon()
        #expect(!multicaster.hasObservers)
    }
}
