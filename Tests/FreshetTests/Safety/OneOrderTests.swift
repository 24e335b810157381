import Freshet
import Testing

/// A subject, a relay or a shared stream, with what sends to it.
struct Multicast: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> (stream: Observable<Int>, send: @Sendable (Int) -> Void)

    private init(
        _ name: String, _ make: @escaping @Sendable () -> (stream: Observable<Int>, send: @Sendable (Int) -> Void)
    ) { (testDescription, self.make) = (name, make) }

    /// A stream that shares a subject's elements.
    private init(_ name: String, sharing share: @escaping @Sendable (Observable<Int>) -> Observable<Int>) {
        self.init(name) {
            let subject = PublishSubject<Int>()
            return (share(subject), { subject.onNext($0) })
        }
    }

    static let all: [Multicast] =
        replaying + [
            Multicast("PublishSubject") {
                let subject = PublishSubject<Int>()
                return (subject, { subject.onNext($0) })
            },
            Multicast("BehaviorSubject") {
                let subject = BehaviorSubject(value: 0)
                return (subject, { subject.onNext($0) })
            },
            Multicast("PublishRelay") {
                let relay = PublishRelay<Int>()
                return (relay.asObservable(), { relay.accept($0) })
            },
            Multicast("BehaviorRelay") {
                let relay = BehaviorRelay(value: 0)
                return (relay.asObservable(), { relay.accept($0) })
            },
            Multicast("share()") { $0.share() },
            Multicast("share(replay: 1)") { $0.share(replay: 1, scope: .forever) },
            Multicast("publish()") { $0.publish().refCount() },
            Multicast("a group") { $0.groupBy { _ in 0 }.flatMap { $0 }.share() },
        ]

    /// The streams that replay several elements.
    static let replaying: [Multicast] = [
        Multicast("ReplaySubject") {
            let subject = ReplaySubject<Int>.create(bufferSize: 4)
            return (subject, { subject.onNext($0) })
        },
        Multicast("ReplayRelay") {
            let relay = ReplayRelay<Int>.createUnbound()
            return (relay.asObservable(), { relay.accept($0) })
        },
        Multicast("share(replay: 4)") { $0.share(replay: 4) },
        Multicast("replayAll()") { $0.replayAll().refCount() },
    ]
}

@Suite("The order that all subscribers see", .blocking) struct OneOrderTests {
    @Test("A re-entrant element follows the current one at every subscriber", arguments: Multicast.all)
    func reentrant(_ multicast: Multicast) {
        let (stream, send) = multicast.make()
        let (logs, bag) = ([Log<Int>(), Log(), Log()], DisposeBag())
        for (number, log) in logs.enumerated() {
            stream.subscribe(onNext: { element in
                log(element)
                if number == 0, element == 1 {
                    send(2)
                    // The call returns when every subscriber has received the element.
                    #expect(logs.allSatisfy { $0.entries.last == 2 })
                }
                if number == 1, element == 1 { send(3) }
            }).disposed(by: bag)
        }
        send(1)
        #expect(logs.allSatisfy { $0.entries.filter { $0 > 0 } == [1, 3, 2] })
    }

    @Test("A re-entrant completion follows the current element at every subscriber") func completion() {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        _ = subject.subscribe(onNext: { _ in subject.onCompleted() })
        _ = subject.subscribe { log($0) }
        subject.onNext(1)
        #expect(log.entries == [.next(1), .completed])
    }

    @Test("An element sent during a replay follows the replayed ones", arguments: Multicast.replaying)
    func replay(_ multicast: Multicast) {
        let (stream, send) = multicast.make()
        let (early, late) = (Log<Int>(), Log<Int>())
        let first = stream.subscribe(onNext: { early($0) })
        send(1)
        send(2)
        let second = stream.subscribe(onNext: { element in
            late(element)
            if element == 1 { send(3) }
        })
        send(4)
        #expect(early.entries == [1, 2, 3, 4])
        #expect(late.entries == [1, 2, 3, 4])
        first.dispose()
        second.dispose()
    }

    @Test(
        "An element that another thread sends after seeing one follows that one everywhere",
        arguments: Multicast.all)
    func reaction(_ multicast: Multicast) {
        let (stream, send) = multicast.make()
        let (other, seen, last, bag) = (PublishSubject<Int>(), Log<Int>(), Log<Int>(), DisposeBag())
        Observable.merge(stream, other).subscribe(onNext: { element in
            seen(element)
            guard element == 1 else { return }
            #expect(onAnotherThread { send(2) }, "The other thread must not be blocked.")
            other.onNext(10)
        }).disposed(by: bag)
        stream.subscribe(onNext: { last($0) }).disposed(by: bag)
        send(1)
        #expect(seen.entries.filter { $0 > 0 && $0 < 10 } == [1, 2])
        #expect(last.entries.filter { $0 > 0 } == [1, 2])
    }
}

@Suite("Re-entrant elements", .blocking) struct ReentrantElementTests {
    @Test("scan accumulates an element that its accumulator sends") func scan() {
        let (subject, log) = (PublishSubject<Int>(), Log<[Int]>())
        let subscription = subject.scan([Int]()) { elements, element in
            if element == 1 { subject.onNext(2) }
            return elements + [element]
        }.subscribe(onNext: { log($0) })
        subject.onNext(1)
        subject.onNext(3)
        #expect(log.entries == [[1], [1, 2], [1, 2, 3]])
        subscription.dispose()
    }

    @Test("reduce accumulates an element and accepts a completion that its accumulator sends") func reduce() {
        let (subject, log) = (PublishSubject<Int>(), Log<[Int]>())
        _ = subject.reduce([Int]()) { elements, element in
            if element == 1 {
                subject.onNext(2)
                subject.onCompleted()
            }
            return elements + [element]
        }.subscribe(onNext: { log($0) })
        subject.onNext(1)
        #expect(log.entries == [[1, 2]])
    }

    /// Calls a closure when it is released.
    private final class Item: Sendable {
        let number: Int
        private let released: @Sendable () -> Void

        init(_ number: Int, released: @escaping @Sendable () -> Void = {}) {
            (self.number, self.released) = (number, released)
        }

        deinit { released() }
    }

    @Test("A failure of scan releases postponed elements, whose release may send others") func failingScan() {
        let (subject, log) = (PublishSubject<Item>(), Log<String>())
        _ = subject.scan(into: 0) { _, item in
            if item.number == 1 {
                subject.onNext(Item(2) { subject.onNext(Item(3)) })
                throw Oops()
            }
        }.subscribe(onNext: { _ in log("element") }, onError: { _ in log("error") })
        subject.onNext(Item(1))
        #expect(log.entries == ["error"])
    }

    @Test("An element precedes those that the selector of its key sends") func keySelector() {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let subscription = subject.groupBy { element in
            if element == 1 { subject.onNext(3) }
            return element % 2
        }.flatMap { $0 }.subscribe(onNext: { log($0) })
        subject.onNext(1)
        #expect(log.entries == [1, 3])
        subscription.dispose()
    }

    @Test("The first element of a group precedes elements that the group's observer sends") func groupBy() {
        let (subject, log, bag) = (PublishSubject<Int>(), Log<Int>(), DisposeBag())
        subject.groupBy { $0 % 2 }.subscribe(onNext: { group in
            if group.key == 1 {
                subject.onNext(3)
                subject.onNext(2)
            }
            group.subscribe(onNext: { log($0) }).disposed(by: bag)
        }).disposed(by: bag)
        subject.onNext(1)
        subject.onNext(5)
        #expect(log.entries == [1, 3, 2, 5])
    }

    @Test("Groups end after the elements that were sent while a group was emitted") func groupByEnd() {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        _ = subject.groupBy { $0 }.flatMap { group in
            if group.key == 1 {
                subject.onNext(2)
                subject.onCompleted()
            }
            return group.asObservable()
        }.subscribe { log($0) }
        subject.onNext(1)
        #expect(log.entries == [.next(1), .next(2), .completed])
    }
}

@Suite("A thread that reads its own value from a relay", .blocking) struct OwnValueTests {
    /// Calls `body` with a relay to which this thread has sent 2 while another thread delivers 1.
    private func whileAnotherDelivers(
        to relay: BehaviorRelay<Int> = BehaviorRelay(value: 0),
        _ body: @escaping @Sendable (BehaviorRelay<Int>) -> Void
    ) {
        let (delivering, leave) = (Gate(), Gate())
        let slow = relay.subscribe(onNext: { value in
            if value == 1 {
                delivering.open()
                leave.wait()
            }
        })
        concurrently(
            { relay.accept(1) },
            {
                delivering.wait()
                relay.accept(2)
                body(relay)
                leave.open()
            })
        slow.dispose()
    }

    @Test("A new subscription receives the thread's own value, and no value twice") func subscription() {
        let (log, first, bag) = (Log<Int>(), Log<Int>(), DisposeBag())
        whileAnotherDelivers { relay in
            relay.take(1).subscribe(onNext: { first($0) }).disposed(by: bag)
            #expect(first.entries == [2])
            relay.accept(3)
            relay.subscribe(onNext: { log($0) }).disposed(by: bag)
            relay.accept(4)
            #expect(log.entries == [3])
        }
        #expect(log.entries == [3, 4])
    }

    @Test("withLatestFrom finds the thread's own value") func withLatestFrom() {
        let (trigger, log, bag) = (PublishSubject<Void>(), Log<Int>(), DisposeBag())
        whileAnotherDelivers { relay in
            trigger.withLatestFrom(relay).subscribe(onNext: { log($0) }).disposed(by: bag)
            trigger.onNext(())
            relay.accept(3)
            trigger.onNext(())
        }
        trigger.onNext(())
        #expect(log.entries == [2, 3, 3])
    }

    @Test("withLatestFrom that subscribed before the value was sent finds it") func earlierSubscription() {
        let (trigger, log, bag) = (PublishSubject<Void>(), Log<Int>(), DisposeBag())
        let relay = BehaviorRelay(value: 0)
        trigger.withLatestFrom(relay).subscribe(onNext: { log($0) }).disposed(by: bag)
        whileAnotherDelivers(to: relay) { _ in trigger.onNext(()) }
        #expect(log.entries == [2])
    }

    @Test("A relay's value is the thread's own value after it sends") func value() {
        whileAnotherDelivers { relay in #expect(relay.value == 2) }
    }
}

extension OwnValueTests {
    @Test("A thread finds its own value beside another thread that keeps sending") func unstaged() {
        let (relay, trigger, pairs) = (BehaviorRelay(value: 0), PublishSubject<Int>(), 20_000)
        let (stale, isOver, found, bag) = (Log<Int>(), Box(false), Count(), DisposeBag())
        trigger.withLatestFrom(relay) { ($0, $1) }.subscribe(onNext: { sent, value in
            _ = found.up()
            // The other thread sends negative numbers.
            if value >= 0, value < sent { stale(sent) }
        }).disposed(by: bag)
        concurrently(
            { while !isOver.value { relay.accept(-1) } },
            {
                for number in 1...pairs {
                    relay.accept(number)
                    trigger.onNext(number)
                }
                isOver.value = true
            })
        #expect(stale.entries.isEmpty)
        #expect(found.value == pairs)
    }
}

@Suite("The bound of delivery for other threads", .blocking) struct DeliveryBoundTests {
    /// While the first thread delivers, the second always has more elements queued, until the first one's call returns.
    @Test("Another thread that keeps sending takes over the delivery", arguments: Multicast.all)
    func takesOver(_ multicast: Multicast) {
        let (stream, send) = multicast.make()
        let (delivering, returned, sent, delivered, limit) = (Gate(), Box(false), Count(), Count(), 1_000_000)
        let (sender, received, bag) = (Box<UInt>(0), Exclusive<Int>(), DisposeBag())
        stream.subscribe(received).disposed(by: bag)
        stream.subscribe(onNext: { element in
            guard element > 0 else { return }
            delivering.open()
            while currentThread() != sender.value, sent.value < element + 2, delivered.value < limit {}
            _ = delivered.up()
        }).disposed(by: bag)
        concurrently(
            {
                send(1)
                returned.value = true
            },
            {
                delivering.wait()
                sender.value = currentThread()
                while !returned.value, delivered.value < limit {
                    if sent.value < delivered.value + 100 { send(sent.up() + 1) }
                }
            })
        #expect(delivered.value < limit)
        #expect(received.violations == 0)
        #expect(received.elements.filter { $0 > 0 } == Array(1...sent.value + 1))
    }
}
