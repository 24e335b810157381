import AsyncAlgorithms
import Freshet
import Harness
import Opaque
import OpenCombine

/// Five flatMaps to a stream of one element.
let flatMaps: [Case] = [
    Case(
        "FlatMapsPumping",
        .byLoop { count, sum in FewStages().five(count, sum) },
        .byFreshet { count, sum in
            fiveFlatMaps(created(count)).subscribe(onNext: { sum.add($0) }).dispose()
        },
        .byOpenCombine { count, sum in fiveFlatMaps((0..<count).publisher).sink { sum.add($0) }.cancel() },
        .byAsyncSequence { count, sum in
            for await element in fiveFlatMaps((0..<count).async) { sum.add(element) }
        }),
    Case(
        "FlatMapsCreating", unit: "chain",
        .byLoop { count, sum in
            for _ in 0..<count { FewStages().five(1, sum) }
        },
        .byFreshet { count, sum in
            for _ in 0..<count { fiveFlatMaps(created(1)).subscribe(onNext: { sum.add($0) }).dispose() }
        },
        .byOpenCombine { count, sum in
            for _ in 0..<count { fiveFlatMaps(Just(0)).sink { sum.add($0) }.cancel() }
        },
        .byAsyncSequence { count, sum in
            for _ in 0..<count {
                for await element in fiveFlatMaps(CollectionOfOne(0).async) { sum.add(element) }
            }
        }),
    Case(
        "FlatMapLatestPumping",
        .byLoop { count, sum in FewStages().five(count, sum) },
        .byFreshet { count, sum in
            fiveLatest(created(count)).subscribe(onNext: { sum.add($0) }).dispose()
        },
        .byOpenCombine { count, sum in fiveLatest((0..<count).publisher).sink { sum.add($0) }.cancel() }),
    Case(
        "FlatMapLatestCreating", unit: "chain",
        .byLoop { count, sum in
            for _ in 0..<count { FewStages().five(1, sum) }
        },
        .byFreshet { count, sum in
            for _ in 0..<count { fiveLatest(created(1)).subscribe(onNext: { sum.add($0) }).dispose() }
        },
        .byOpenCombine { count, sum in
            for _ in 0..<count { fiveLatest(Just(0)).sink { sum.add($0) }.cancel() }
        }),
]

private func fiveFlatMaps(_ source: Observable<Int>) -> Observable<Int> {
    let transform = Opaque.transform(0)
    return source.flatMap { Observable.just(transform($0)) }.flatMap { Observable.just(transform($0)) }
        .flatMap { Observable.just(transform($0)) }.flatMap { Observable.just(transform($0)) }
        .flatMap { Observable.just(transform($0)) }
}

private func fiveFlatMaps(_ source: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
    let transform = Opaque.transform(0)
    return source.flatMap { Just(transform($0)) }.flatMap { Just(transform($0)) }.flatMap { Just(transform($0)) }
        .flatMap { Just(transform($0)) }.flatMap { Just(transform($0)) }
}

private func fiveFlatMaps<Source: AsyncSequence & Sendable>(
    _ source: Source
) -> some AsyncSequence<Int, Source.Failure> where Source.Element == Int, Source.Failure == Never {
    let transform = Opaque.transform(0)
    return source.flatMap { CollectionOfOne(transform($0)).async }.flatMap { CollectionOfOne(transform($0)).async }
        .flatMap { CollectionOfOne(transform($0)).async }.flatMap { CollectionOfOne(transform($0)).async }
        .flatMap { CollectionOfOne(transform($0)).async }
}

private func fiveLatest(_ source: Observable<Int>) -> Observable<Int> {
    let transform = Opaque.transform(0)
    return source.flatMapLatest { Observable.just(transform($0)) }.flatMapLatest { Observable.just(transform($0)) }
        .flatMapLatest { Observable.just(transform($0)) }.flatMapLatest { Observable.just(transform($0)) }
        .flatMapLatest { Observable.just(transform($0)) }
}

private func fiveLatest(_ source: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
    let transform = Opaque.transform(0)
    return source.map { Just(transform($0)) }.switchToLatest().map { Just(transform($0)) }.switchToLatest()
        .map { Just(transform($0)) }.switchToLatest().map { Just(transform($0)) }.switchToLatest()
        .map { Just(transform($0)) }.switchToLatest()
}
