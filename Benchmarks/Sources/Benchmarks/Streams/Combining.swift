import AsyncAlgorithms
import Freshet
import OpenCombine
import Opaque

/// Several sources that meet.
let combining: [Case] = [
    Case(
        "merge of 8",
        Contender(Contender.loop) { count in
            let sum = Sum()
            FewStages().deliver(count, consumers: 1, sum)
            return sum.value
        },
        Contender(Contender.freshet) { count in
            let sum = Sum()
            let consume = Opaque.transform(0)
            let subjects = (0..<8).map { _ in PublishSubject<Int>() }
            let subscription = Observable.merge(subjects.map { $0.asObservable() })
                .subscribe(onNext: { sum.add(consume($0)) })
            for element in 0..<count { subjects[element & 7].onNext(element) }
            subscription.dispose()
            return sum.value
        },
        Contender(Contender.openCombine) { count in
            let sum = Sum()
            let consume = Opaque.transform(0)
            let subjects = (0..<8).map { _ in PassthroughSubject<Int, Never>() }
            let subscription = subjects.publisher.flatMap { $0 }.sink { sum.add(consume($0)) }
            for element in 0..<count { subjects[element & 7].send(element) }
            subscription.cancel()
            return sum.value
        }),
    Case(
        "zip of 2", unit: "pair",
        Contender(Contender.loop) { count in
            let sum = Sum()
            FewStages().combine(count, sum)
            return sum.value
        },
        Contender(Contender.freshet) { count in
            let sum = Sum()
            let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
            let subscription = Observable.zip(left, right, resultSelector: Opaque.sum())
                .subscribe(onNext: { sum.add($0) })
            for element in 0..<count {
                left.onNext(0)
                right.onNext(element)
            }
            subscription.dispose()
            return sum.value
        },
        Contender(async: Contender.asyncSequence) { count in
            let sum = Sum()
            let add = Opaque.sum()
            for await (zero, element) in zip(repeatElement(0, count: count).async, (0..<count).async) {
                sum.add(add(zero, element))
            }
            return sum.value
        }),
    Case(
        "combineLatest of 2",
        Contender(Contender.loop) { count in
            let sum = Sum()
            FewStages().combine(count, sum)
            return sum.value
        },
        Contender(Contender.freshet) { count in
            let sum = Sum()
            let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
            let subscription = Observable.combineLatest(left, right, resultSelector: Opaque.sum())
                .subscribe(onNext: { sum.add($0) })
            left.onNext(0)
            for element in 0..<count { right.onNext(element) }
            subscription.dispose()
            return sum.value
        }),
    Case(
        "withLatestFrom",
        Contender(Contender.loop) { count in
            let sum = Sum()
            FewStages().combine(count, sum)
            return sum.value
        },
        Contender(Contender.freshet) { count in
            let sum = Sum()
            let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
            let subscription = left.withLatestFrom(right, resultSelector: Opaque.sum())
                .subscribe(onNext: { sum.add($0) })
            right.onNext(0)
            for element in 0..<count { left.onNext(element) }
            subscription.dispose()
            return sum.value
        }),
]
