import Freshet
import Harness
import Opaque
import OpenCombine

/// The cost of subscribing and disposing.
///
/// A "subscription" is created to an existing chain and disposed.
let subscribing: [Case] = [
    subscriptions(
        "subject subscribed", PublishSubject<Int>(), PassthroughSubject<Int, Never>()),
    subscriptions(
        "map subscribed", PublishSubject<Int>().map(Opaque.transform(0)),
        PassthroughSubject<Int, Never>().map(Opaque.transform(0))),
    subscriptions(
        "12 stages subscribed", twelveStages(PublishSubject<Int>()), twelveStages(PassthroughSubject<Int, Never>())),
    subscriptions(
        "5 stages with state subscribed", fiveStages(PublishSubject<Int>()),
        fiveStages(PassthroughSubject<Int, Never>())),
    liveSubscriptions(1_000), liveSubscriptions(10_000),
]

private func subscriptions(
    _ name: String, _ stream: Observable<Int>, _ publisher: some Publisher<Int, Never> & SendableMetatype
) -> Case {
    // Safe: a case's contenders run in turn.
    nonisolated(unsafe) let publisher = publisher
    return Case(
        name, unit: "subscription",
        Contender(Contender.freshet) { count in
            for _ in 0..<count { stream.subscribe(onNext: { _ in }).dispose() }
            return 0
        },
        Contender(Contender.openCombine) { count in
            for _ in 0..<count { publisher.sink { _ in }.cancel() }
            return 0
        })
}

/// `live` concurrent subscriptions to one subject: one element to all of them, then their disposal in order.
private func liveSubscriptions(_ live: Int) -> Case {
    Case(
        "\(live) live at once", unit: "subscription", unitsPerRepetition: live,
        Contender(Contender.freshet) { count in
            let sum = Sum()
            for _ in 0..<count {
                let subject = PublishSubject<Int>()
                let subscriptions = (0..<live).map { _ in subject.subscribe(onNext: { sum.add($0) }) }
                subject.onNext(1)
                for subscription in subscriptions { subscription.dispose() }
            }
            return sum.value
        },
        Contender(Contender.openCombine) { count in
            let sum = Sum()
            for _ in 0..<count {
                let subject = PassthroughSubject<Int, Never>()
                let subscriptions = (0..<live).map { _ in subject.sink { sum.add($0) } }
                subject.send(1)
                for subscription in subscriptions { subscription.cancel() }
            }
            return sum.value
        })
}

/// Stages with state.
func fiveStages(_ source: Observable<Int>) -> Observable<Int> {
    source.scan(0, accumulator: Opaque.sum()).skip(1).distinctUntilChanged().take(1_000)
        .skip(while: Opaque.predicate(0))
}

/// The same stages on a publisher.
func fiveStages(_ source: some Publisher<Int, Never>) -> some Publisher<Int, Never> & SendableMetatype {
    source.scan(0, Opaque.sum()).dropFirst(1).removeDuplicates().prefix(1_000).drop(while: Opaque.predicate(0))
}
