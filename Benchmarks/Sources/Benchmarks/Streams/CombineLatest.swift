import AsyncAlgorithms
import Freshet
import Harness
import Opaque

/// Seven nested combinations of four streams: three streams of one element and the previous combination. OpenCombine has no such operator.
let combineLatests: [Case] = [
    Case(
        "CombineLatestPumping",
        .byLoop { count, sum in FewStages().addFours(count, sum) },
        .byFreshet { count, sum in
            sevenCombinations(created(count)).subscribe(onNext: { sum.add($0) }).dispose()
        }),
    // Async sequences guarantee a number of combinations only if each stream has one element.
    Case(
        "CombineLatestCreating", unit: "chain",
        .byLoop { count, sum in
            for _ in 0..<count { FewStages().addFours(1, sum) }
        },
        .byFreshet { count, sum in
            for _ in 0..<count { sevenCombinations(created(1)).subscribe(onNext: { sum.add($0) }).dispose() }
        },
        .byAsyncSequence { count, sum in
            for _ in 0..<count {
                let stream = combination(
                    combination(
                        combination(combination(combination(combination(combination(CollectionOfOne(0).async)))))))
                for await element in stream { sum.add(element) }
            }
        }),
]

private func sevenCombinations(_ source: Observable<Int>) -> Observable<Int> {
    let one = Observable.just(1)
    return (0..<7).reduce(source) { source, _ in
        Observable.combineLatest(one, one, one, source, resultSelector: Opaque.sumOfFour())
    }
}

private func combination<Source: AsyncSequence & Sendable>(
    _ source: Source
) -> some AsyncSequence<Int, Never> & Sendable where Source.Element == Int, Source.Failure == Never {
    let (one, add) = (CollectionOfOne(1).async, Opaque.sumOfFour())
    return AsyncAlgorithms.combineLatest(AsyncAlgorithms.combineLatest(one, one, one), source)
        .map { ones, element in add(ones.0, ones.1, ones.2, element) }
}
