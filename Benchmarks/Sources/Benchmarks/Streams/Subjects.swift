import Freshet
import Harness
import Opaque
import OpenCombine

/// Subjects, relays and shared streams.
let subjects: [Case] = [
    pumping("PublishSubjectPumping", subscribers: 1),
    pumping("PublishSubjectPumpingTwoSubscriptions", subscribers: 2),
    Case(
        "PublishSubjectCreating", unit: "subject",
        .byLoop { count, sum in
            for _ in 0..<count { FewStages().deliver(1, consumers: 1, sum) }
        },
        .byFreshet { count, sum in
            let consume = Opaque.transform(0)
            for _ in 0..<count {
                let subject = PublishSubject<Int>()
                let subscription = subject.subscribe(onNext: { sum.add(consume($0)) })
                subject.onNext(0)
                subscription.dispose()
            }
        },
        .byOpenCombine { count, sum in
            let consume = Opaque.transform(0)
            for _ in 0..<count {
                let subject = PassthroughSubject<Int, Never>()
                let subscription = subject.sink { sum.add(consume($0)) }
                subject.send(0)
                subscription.cancel()
            }
        }),
    pumping("subject to 1,000", unit: "delivery", subscribers: 1_000),
    Case(
        "relay to 100", unit: "delivery", unitsPerRepetition: 100,
        .byLoop { count, sum in FewStages().deliver(count, consumers: 100, sum) },
        .byFreshet { count, sum in
            let consume = Opaque.transform(0)
            let relay = BehaviorRelay(value: -1)
            let subscriptions = (0..<100).map { _ in relay.subscribe(onNext: { sum.add(consume($0)) }) }
            for element in 0..<count { relay.accept(element) }
            subscriptions.forEach { $0.dispose() }
        },
        .byOpenCombine { count, sum in
            let consume = Opaque.transform(0)
            let relay = CurrentValueSubject<Int, Never>(-1)
            let subscriptions = (0..<100).map { _ in relay.sink { sum.add(consume($0)) } }
            for element in 0..<count { relay.send(element) }
            subscriptions.forEach { $0.cancel() }
        }),
    Case(
        "share(replay: 1) to 4",
        .byLoop { count, sum in FewStages().deliver(count, consumers: 4, sum) },
        .byFreshet { count, sum in
            let consume = Opaque.transform(0)
            let subject = PublishSubject<Int>()
            let shared = subject.share(replay: 1)
            let subscriptions = (0..<4).map { _ in shared.subscribe(onNext: { sum.add(consume($0)) }) }
            for element in 0..<count { subject.onNext(element) }
            subscriptions.forEach { $0.dispose() }
        },
        // Combine's closest counterpart. It needs an initial value, which the four subscribers map to 0.
        .byOpenCombine { count, sum in
            let consume = Opaque.transform(0)
            let subject = PassthroughSubject<Int, Never>()
            let shared = subject.multicast { CurrentValueSubject<Int, Never>(-1) }.autoconnect()
            let subscriptions = (0..<4).map { _ in shared.sink { sum.add(consume($0)) } }
            for element in 0..<count { subject.send(element) }
            subscriptions.forEach { $0.cancel() }
        },
        .byOpenCombine(", no replay") { count, sum in
            let consume = Opaque.transform(0)
            let subject = PassthroughSubject<Int, Never>()
            let shared = subject.share()
            let subscriptions = (0..<4).map { _ in shared.sink { sum.add(consume($0)) } }
            for element in 0..<count { subject.send(element) }
            subscriptions.forEach { $0.cancel() }
        }),
    Case(
        "replay to a late subscriber", unit: "delivery", unitsPerRepetition: 1_000,
        .byLoop { count, sum in
            for _ in 0..<count { FewStages().deliver(1_000, consumers: 1, sum) }
        },
        .byFreshet { count, sum in
            let consume = Opaque.transform(0)
            let subject = ReplaySubject<Int>.createUnbounded()
            for element in 0..<1_000 { subject.onNext(element) }
            for _ in 0..<count { subject.subscribe(onNext: { sum.add(consume($0)) }).dispose() }
        }),
]

private func pumping(_ name: String, unit: String = "element", subscribers: Int) -> Case {
    Case(
        name, unit: unit, unitsPerRepetition: unit == "element" ? 1 : subscribers,
        .byLoop { count, sum in FewStages().deliver(count, consumers: subscribers, sum) },
        .byFreshet { count, sum in
            let consume = Opaque.transform(0)
            let subject = PublishSubject<Int>()
            let subscriptions = (0..<subscribers).map { _ in subject.subscribe(onNext: { sum.add(consume($0)) }) }
            for element in 0..<count { subject.onNext(element) }
            subscriptions.forEach { $0.dispose() }
        },
        .byOpenCombine { count, sum in
            let consume = Opaque.transform(0)
            let subject = PassthroughSubject<Int, Never>()
            let subscriptions = (0..<subscribers).map { _ in subject.sink { sum.add(consume($0)) } }
            for element in 0..<count { subject.send(element) }
            subscriptions.forEach { $0.cancel() }
        })
}
