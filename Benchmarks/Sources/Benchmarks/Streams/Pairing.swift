import AsyncAlgorithms
import Freshet
import Harness
import Opaque
import OpenCombine

/// Combining elements of two streams.
let pairing: [Case] = [
    Case(
        "zip", unit: "pair",
        .byLoop { count, sum in FewStages().combine(count, sum) },
        .byFreshet { count, sum in
            let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
            let subscription = Observable.zip(left, right, resultSelector: Opaque.sum())
                .subscribe(onNext: { sum.add($0) })
            for element in 0..<count {
                left.onNext(0)
                right.onNext(element)
            }
            subscription.dispose()
        },
        .byAsyncSequence { count, sum in
            let add = Opaque.sum()
            for await (zero, element) in zip(repeatElement(0, count: count).async, (0..<count).async) {
                sum.add(add(zero, element))
            }
        }),
    // OpenCombine has no such operator; this is the usual substitute.
    Case(
        "withLatestFrom",
        .byLoop { count, sum in FewStages().combine(count, sum) },
        .byFreshet { count, sum in
            let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
            let subscription = left.withLatestFrom(right, resultSelector: Opaque.sum())
                .subscribe(onNext: { sum.add($0) })
            right.onNext(0)
            for element in 0..<count { left.onNext(element) }
            subscription.dispose()
        },
        .byOpenCombine(", switchToLatest") { count, sum in
            let add = Opaque.sum()
            let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
            let subscription = right.map { latest in left.map { add($0, latest) } }.switchToLatest()
                .sink { sum.add($0) }
            right.send(0)
            for element in 0..<count { left.send(element) }
            subscription.cancel()
        }),
]
