import AsyncAlgorithms
import Dispatch
import Freshet
import Harness
import Opaque
import OpenCombine
import Synchronization

/// Merging and concatenating streams.
let merging: [Case] = [
    Case(
        "merge of 8",
        .byLoop { count, sum in FewStages().deliver(count, consumers: 1, sum) },
        .byFreshet { count, sum in
            let consume = Opaque.transform(0)
            let subjects = (0..<8).map { _ in PublishSubject<Int>() }
            let subscription = Observable.merge(subjects.map { $0.asObservable() })
                .subscribe(onNext: { sum.add(consume($0)) })
            for element in 0..<count { subjects[element & 7].onNext(element) }
            subscription.dispose()
        },
        .byOpenCombine { count, sum in
            let consume = Opaque.transform(0)
            let subjects = (0..<8).map { _ in PassthroughSubject<Int, Never>() }
            let subscription = subjects.publisher.flatMap { $0 }.sink { sum.add(consume($0)) }
            for element in 0..<count { subjects[element & 7].send(element) }
            subscription.cancel()
        }),
    Case(
        "two threads into one merge",
        .byLoop(": a mutex") { count, sum in
            let consume = Opaque.transform(0)
            let guarded = Guarded()
            onTwoThreads(count) { _, element in guarded.add(consume(element)) }
            sum.add(guarded.value)
        },
        .byFreshet { count, sum in
            let consume = Opaque.transform(0)
            let subjects = [PublishSubject<Int>(), PublishSubject<Int>()]
            let subscription = Observable.merge(subjects[0], subjects[1]).subscribe(onNext: { sum.add(consume($0)) })
            onTwoThreads(count) { thread, element in subjects[thread].onNext(element) }
            subscription.dispose()
        },
        .byOpenCombine { count, sum in
            let consume = Opaque.transform(0)
            // Safe: subjects accept elements on any thread.
            nonisolated(unsafe) let subjects = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
            let subscription = subjects.publisher.flatMap { $0 }.sink { sum.add(consume($0)) }
            onTwoThreads(count) { thread, element in subjects[thread].send(element) }
            subscription.cancel()
        },
        .byAsyncSequence { count, sum in
            let consume = Opaque.transform(0)
            let half = count / 2
            for await element in merge((0..<half).async, (half..<count).async) { sum.add(consume(element)) }
        }),
    Case(
        "merge(maxConcurrent: 2), inners of 10", unit: "inner", unitsPerRepetition: 1_000,
        .byLoop { count, sum in
            for _ in 0..<count { FewStages().deliver(10, consumers: 1_000, sum) }
        },
        .byFreshet { count, sum in
            let consume = Opaque.transform(0)
            let inner = Observable.from(Array(0..<10))
            let stream = Observable.from(numbers).map { _ in inner }.merge(maxConcurrent: 2)
            for _ in 0..<count { stream.subscribe(onNext: { sum.add(consume($0)) }).dispose() }
        },
        .byOpenCombine { count, sum in
            let consume = Opaque.transform(0)
            let inner = Array(0..<10).publisher
            let stream = numbers.publisher.flatMap(maxPublishers: .max(2)) { _ in inner }
            for _ in 0..<count { stream.sink { sum.add(consume($0)) }.cancel() }
        }),
    Case(
        "concat of 1,000 justs", unit: "just", unitsPerRepetition: 1_000,
        .byLoop { count, sum in
            for _ in 0..<count { FewStages().deliver(numbers.count, consumers: 1, sum) }
        },
        .byFreshet { count, sum in
            let consume = Opaque.transform(0)
            let stream = Observable.concat(numbers.map { Observable.just($0) })
            for _ in 0..<count { stream.subscribe(onNext: { sum.add(consume($0)) }).dispose() }
        },
        .byOpenCombine { count, sum in
            let consume = Opaque.transform(0)
            let stream = numbers.map { Just($0) }.publisher.flatMap(maxPublishers: .max(1)) { $0 }
            for _ in 0..<count { stream.sink { sum.add(consume($0)) }.cancel() }
        },
        .byAsyncSequence { count, sum in
            let consume = Opaque.transform(0)
            let justs = numbers.map { CollectionOfOne($0).async }
            for _ in 0..<count {
                for await element in justs.async.flatMap({ $0 }) { sum.add(consume(element)) }
            }
        }),
]

/// Sends half of the numbers from each of two threads, and waits for both.
private func onTwoThreads(_ count: Int, _ send: @escaping @Sendable (_ thread: Int, _ element: Int) -> Void) {
    let group = DispatchGroup()
    for thread in 0..<2 {
        DispatchQueue(label: "benchmark").async(group: group) {
            for element in (thread == 0 ? 0..<count / 2 : count / 2..<count) { send(thread, element) }
        }
    }
    group.wait()
}

/// A sum that two threads can add to.
private final class Guarded: Sendable {
    private let sum = Mutex(0)

    var value: Int { sum.withLock { $0 } }

    func add(_ number: Int) { sum.withLock { $0 &+= number } }
}
