import AsyncAlgorithms
import Freshet
import OpenCombine
import Opaque

/// Streams of streams.
let flattening: [Case] = [
    Case(
        "flatMap(just) ×5",
        Contender(Contender.loop) { count in
            let sum = Sum()
            FewStages().five(count, sum)
            return sum.value
        },
        Contender(Contender.freshet) { count in
            let sum = Sum()
            let transform = Opaque.transform(0)
            let source = Observable<Int>.create { observer in
                for element in 0..<count { observer.onNext(element) }
                return Disposables.create()
            }
            let stream = source.flatMap { Observable.just(transform($0)) }.flatMap { Observable.just(transform($0)) }
                .flatMap { Observable.just(transform($0)) }.flatMap { Observable.just(transform($0)) }
                .flatMap { Observable.just(transform($0)) }
            stream.subscribe(onNext: { sum.add($0) }).dispose()
            return sum.value
        },
        Contender(Contender.openCombine) { count in
            let sum = Sum()
            let transform = Opaque.transform(0)
            let stream = (0..<count).publisher.flatMap { Just(transform($0)) }.flatMap { Just(transform($0)) }
                .flatMap { Just(transform($0)) }.flatMap { Just(transform($0)) }.flatMap { Just(transform($0)) }
            stream.sink { sum.add($0) }.cancel()
            return sum.value
        },
        Contender(async: Contender.asyncSequence) { count in
            let sum = Sum()
            let transform = Opaque.transform(0)
            let stream = (0..<count).async.flatMap { CollectionOfOne(transform($0)).async }
                .flatMap { CollectionOfOne(transform($0)).async }.flatMap { CollectionOfOne(transform($0)).async }
                .flatMap { CollectionOfOne(transform($0)).async }.flatMap { CollectionOfOne(transform($0)).async }
            for await element in stream { sum.add(element) }
            return sum.value
        })
]
