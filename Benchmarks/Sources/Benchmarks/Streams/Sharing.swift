import Freshet
import OpenCombine
import Opaque

/// One source for several subscribers.
let sharing: [Case] = [
    Case(
        "share(replay: 1) to 4",
        Contender(Contender.loop) { count in
            let sum = Sum()
            FewStages().deliver(count, consumers: 4, sum)
            return sum.value
        },
        Contender(Contender.freshet) { count in
            let sum = Sum()
            let consume = Opaque.transform(0)
            let subject = PublishSubject<Int>()
            let shared = subject.share(replay: 1)
            let subscriptions = (0..<4).map { _ in shared.subscribe(onNext: { sum.add(consume($0)) }) }
            for element in 0..<count { subject.onNext(element) }
            subscriptions.forEach { $0.dispose() }
            return sum.value
        },
        Contender(Contender.openCombine + ", no replay") { count in
            let sum = Sum()
            let consume = Opaque.transform(0)
            let subject = PassthroughSubject<Int, Never>()
            let shared = subject.share()
            let subscriptions = (0..<4).map { _ in shared.sink { sum.add(consume($0)) } }
            for element in 0..<count { subject.send(element) }
            subscriptions.forEach { $0.cancel() }
            return sum.value
        })
]
