import Testing

@testable import Freshet

/// A subject that is delivering releases objects whose `deinit` sends to the same subject.
@Suite("Elements and subscribers that a subject releases during a delivery") struct SubscriberReleaseTests {
    /// Runs a closure when it is released.
    private final class OnRelease: Sendable {
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        deinit { body() }

        func touch() {}
    }

    /// Adds a subscriber whose release calls `body`, and returns the lifetime that removes it.
    private static func join<Element>(
        _ multicaster: Multicaster<Element>, onRelease body: @escaping @Sendable () -> Void
    ) -> Lifetime {
        let (lifetime, owned) = (Lifetime(), OnRelease(body))
        multicaster.join(ObserverSink(AnyObserver { _ in owned.touch() }, lifetime), lifetime, to: multicaster)
        return lifetime
    }

    @Test("An evicted element that sends another one is released after the delivery") func evicted() {
        let (relay, log, living) = (BehaviorRelay<Item?>(value: nil), Log<Int>(), Count())
        let subscription = relay.compactMap { $0?.number }.subscribe(onNext: { log($0) })
        relay.accept(Item(1, living) { [unowned relay] in relay.accept(Item(3, living)) })
        relay.accept(Item(2, living))
        #expect(log.entries == [1, 2, 3])
        #expect(relay.value?.number == 3)
        #expect(living.value == 1)
        subscription.dispose()
    }

    @Test("An evicted element may send while its replacement is delivered re-entrantly") func evictedNested() {
        let (subject, log, living) = (ReplaySubject<Item>.create(bufferSize: 1), Log<Int>(), Count())
        let subscription = subject.subscribe(onNext: { item in
            log(item.number)
            if item.number < 3 { subject.onNext(Item(item.number + 1, living)) }
        })
        subject.onNext(Item(1, living) { [unowned subject] in subject.onNext(Item(10, living)) })
        subject.onNext(Item(20, living))
        #expect(log.entries == [1, 2, 3, 10, 20])
        #expect(living.value == 1)
        subscription.dispose()
    }

    @Test("A removed subscriber whose last reference the subject holds may send", arguments: [true, false])
    func removed(_ keeps: Bool) async {
        await #expect(processExitsWith: .success) { [keeps] in
            let (log, living) = (Log<Int>(), Count())
            let multicaster: Multicaster<Item> = .replaying(keeps ? 1 : 0, replaysAfterEnd: true)
            let removed = SubscriberReleaseTests.join(multicaster) { [unowned multicaster] in
                multicaster.next(Item(3, living))
            }
            let staying = Lifetime()
            multicaster.join(
                ObserverSink(AnyObserver<Item> { if case .next(let item) = $0 { log(item.number) } }, staying), staying,
                to: multicaster)
            // The subject stores the list of both subscribers.
            multicaster.next(Item(1, living))
            #expect(multicaster.serializer.enter() == .entered)
            concurrently({
                multicaster.next(Item(2, living))
                removed.dispose()
            })
            multicaster.serializer.leave()
            #expect(log.entries.sorted() == [1, 2, 3])
            if keeps { #expect(log.entries == [1, 2, 3]) }
            #expect(living.value == (keeps ? 1 : 0))
            staying.dispose()
        }
    }

    @Test("A removed subscriber that queued work releases may send") func removedLater() async {
        await #expect(processExitsWith: .success) {
            let (multicaster, log) = (Multicaster<Int>(), Log<Int>())
            let removed = SubscriberReleaseTests.join(multicaster) { [unowned multicaster] in multicaster.next(2) }
            let staying = Lifetime()
            multicaster.join(
                ObserverSink(AnyObserver<Int> { if case .next(let number) = $0 { log(number) } }, staying), staying,
                to: multicaster)
            multicaster.next(1)
            #expect(multicaster.serializer.enter() == .entered)
            concurrently({ removed.dispose() })
            multicaster.serializer.leave()
            #expect(log.entries == [1, 2])
            staying.dispose()
        }
    }
}
