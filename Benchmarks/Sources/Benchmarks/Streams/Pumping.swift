import AsyncAlgorithms
import Freshet
import OpenCombine
import Opaque

/// Elements sent through a chain of linear stages.
///
/// The chain is made and subscribed to once in a run, for many elements.
let pumping: [Case] = [
    Case(
        "map+filter ×6, create",
        Contender(Contender.loop) { count in
            let sum = Sum()
            TwelveStages().run(count, sum)
            return sum.value
        },
        Contender(Contender.loop + ", generic") { count in
            let sum = Sum()
            TwelveGenericStages<Int>().run(count, sum)
            return sum.value
        },
        Contender(Contender.freshet) { count in
            let sum = Sum()
            let source = Observable<Int>.create { observer in
                for element in 0..<count { observer.onNext(element) }
                return Disposables.create()
            }
            let subscription = twelveStages(source).subscribe(onNext: { sum.add($0) })
            subscription.dispose()
            return sum.value
        },
        Contender(Contender.openCombine) { count in
            let sum = Sum()
            let subscription = twelveStages((0..<count).publisher).sink { sum.add($0) }
            subscription.cancel()
            return sum.value
        },
        Contender(async: Contender.asyncSequence) { count in
            let sum = Sum()
            for await element in twelveStages((0..<count).async) { sum.add(element) }
            return sum.value
        }),
    Case(
        "map+filter ×6, subject",
        Contender(Contender.loop) { count in
            let sum = Sum()
            TwelveStages().run(count, sum)
            return sum.value
        },
        Contender(Contender.freshet) { count in
            let sum = Sum()
            let subject = PublishSubject<Int>()
            let subscription = twelveStages(subject).subscribe(onNext: { sum.add($0) })
            for element in 0..<count { subject.onNext(element) }
            subscription.dispose()
            return sum.value
        },
        Contender(Contender.openCombine) { count in
            let sum = Sum()
            let subject = PassthroughSubject<Int, Never>()
            let subscription = twelveStages(subject).sink { sum.add($0) }
            for element in 0..<count { subject.send(element) }
            subscription.cancel()
            return sum.value
        }),
    subjectPumping(subscribers: 1),
    subjectPumping(subscribers: 2),
    Case(
        "from(array) → scan → filter", unitsPerRepetition: numbers.count,
        Contender(Contender.loop) { count in
            let sum = Sum()
            let stages = FewStages()
            for _ in 0..<count { stages.scanAndFilter(numbers, sum) }
            return sum.value
        },
        Contender(Contender.freshet) { count in
            let sum = Sum()
            let stream = Observable.from(numbers).scan(0, accumulator: Opaque.sum()).filter(Opaque.predicate(0))
            for _ in 0..<count { stream.subscribe(onNext: { sum.add($0) }).dispose() }
            return sum.value
        },
        Contender(Contender.openCombine) { count in
            let sum = Sum()
            let stream = numbers.publisher.scan(0, Opaque.sum()).filter(Opaque.predicate(0))
            for _ in 0..<count { stream.sink { sum.add($0) }.cancel() }
            return sum.value
        },
        Contender(async: Contender.asyncSequence) { count in
            let sum = Sum()
            for _ in 0..<count {
                let add = Opaque.sum()
                let stream = numbers.async.reductions(0) { add($0, $1) }.filter(Opaque.predicate(0))
                for await element in stream { sum.add(element) }
            }
            return sum.value
        }),
]

let numbers = Array(0..<1_000)

private func subjectPumping(subscribers: Int) -> Case {
    Case(
        "PublishSubject to \(subscribers)",
        Contender(Contender.loop) { count in
            let sum = Sum()
            FewStages().deliver(count, consumers: subscribers, sum)
            return sum.value
        },
        Contender(Contender.freshet) { count in
            let sum = Sum()
            let consume = Opaque.transform(0)
            let subject = PublishSubject<Int>()
            let subscriptions = (0..<subscribers).map { _ in subject.subscribe(onNext: { sum.add(consume($0)) }) }
            for element in 0..<count { subject.onNext(element) }
            subscriptions.forEach { $0.dispose() }
            return sum.value
        },
        Contender(Contender.openCombine) { count in
            let sum = Sum()
            let consume = Opaque.transform(0)
            let subject = PassthroughSubject<Int, Never>()
            let subscriptions = (0..<subscribers).map { _ in subject.sink { sum.add(consume($0)) } }
            for element in 0..<count { subject.send(element) }
            subscriptions.forEach { $0.cancel() }
            return sum.value
        })
}
