import AsyncAlgorithms
import Freshet
import Harness
import Opaque
import OpenCombine

/// Other chains of linear stages.
let longChains: [Case] = [
    Case(
        "100 maps deep",
        .byLoop { count, sum in ManyStages(100)?.run(count, sum) },
        .byFreshet { count, sum in
            let stream = (0..<100).reduce(created(count)) { stream, index in stream.map(Opaque.transform(index)) }
            stream.subscribe(onNext: { sum.add($0) }).dispose()
        },
        .byOpenCombine { count, sum in
            let stream = (0..<100).reduce((0..<count).publisher.eraseToAnyPublisher()) { stream, index in
                stream.map(Opaque.transform(index)).eraseToAnyPublisher()
            }
            stream.sink { sum.add($0) }.cancel()
        },
        .byAsyncSequence { count, sum in
            let source: any AsyncSequence<Int, Never> & Sendable = (0..<count).async
            for await element in (0..<100).reduce(source, mapped) { sum.add(element) }
        }),
    Case(
        "from(array) → scan → filter", unitsPerRepetition: numbers.count,
        .byLoop { count, sum in
            let stages = FewStages()
            for _ in 0..<count { stages.scanAndFilter(numbers, sum) }
        },
        .byFreshet { count, sum in
            let stream = Observable.from(numbers).scan(0, accumulator: Opaque.sum()).filter(Opaque.predicate(0))
            for _ in 0..<count { stream.subscribe(onNext: { sum.add($0) }).dispose() }
        },
        .byOpenCombine { count, sum in
            let stream = numbers.publisher.scan(0, Opaque.sum()).filter(Opaque.predicate(0))
            for _ in 0..<count { stream.sink { sum.add($0) }.cancel() }
        },
        .byAsyncSequence { count, sum in
            for _ in 0..<count {
                let add = Opaque.sum()
                let stream = numbers.async.reductions(0) { add($0, $1) }.filter(Opaque.predicate(0))
                for await element in stream { sum.add(element) }
            }
        }),
    // Each element occurs twice.
    Case(
        "distinctUntilChanged",
        .byLoop { count, sum in FewStages().leaveOutRepeated(count, sum) },
        .byFreshet { count, sum in
            created(count).map { $0 / 2 }.distinctUntilChanged().subscribe(onNext: { sum.add($0) }).dispose()
        },
        .byOpenCombine { count, sum in
            (0..<count).publisher.map { $0 / 2 }.removeDuplicates().sink { sum.add($0) }.cancel()
        },
        .byAsyncSequence { count, sum in
            for await element in (0..<count).async.map({ $0 / 2 }).removeDuplicates() { sum.add(element) }
        }),
]

let numbers = Array(0..<1_000)

private func mapped(
    _ source: any AsyncSequence<Int, Never> & Sendable, _ index: Int
) -> any AsyncSequence<Int, Never> & Sendable {
    func map<Source: AsyncSequence<Int, Never> & Sendable>(
        _ source: Source
    ) -> any AsyncSequence<Int, Never> & Sendable {
        source.map(Opaque.transform(index))
    }
    return map(source)
}
