import AsyncAlgorithms
import Dispatch
import Freshet
import Harness
import OpenCombine
import OpenCombineDispatch

/// Six alternating maps and filters: many elements through one chain, and one chain per element.
let mapFilter: [Case] = [
    Case(
        "MapFilterPumping",
        .byLoop { count, sum in TwelveStages().run(count, sum) },
        .byLoop(", generic") { count, sum in TwelveGenericStages<Int>().run(count, sum) },
        .byFreshet { count, sum in
            twelveStages(created(count)).subscribe(onNext: { sum.add($0) }).dispose()
        },
        .byOpenCombine { count, sum in
            twelveStages((0..<count).publisher).sink { sum.add($0) }.cancel()
        },
        .byAsyncSequence { count, sum in
            for await element in twelveStages((0..<count).async) { sum.add(element) }
        }),
    Case(
        "MapFilterCreating", unit: "chain",
        .byLoop { count, sum in
            for _ in 0..<count { TwelveStages().run(1, sum) }
        },
        .byFreshet { count, sum in
            for _ in 0..<count { twelveStages(created(1)).subscribe(onNext: { sum.add($0) }).dispose() }
        },
        .byOpenCombine { count, sum in
            for _ in 0..<count { twelveStages(Just(0)).sink { sum.add($0) }.cancel() }
        },
        .byAsyncSequence { count, sum in
            for _ in 0..<count {
                for await element in twelveStages(CollectionOfOne(0).async) { sum.add(element) }
            }
        }),
    // On the main thread, where a driver delivers synchronously. Combine dispatches each element to the main queue.
    Case(
        "MapFilterDriverPumping",
        .byLoop { count, sum in TwelveStages().run(count, sum) },
        .summing(async: Contender.freshet) { count, sum in
            await MainActor.run {
                twelveStages(created(count).asDriver(onErrorJustReturn: -1)).drive(onNext: { sum.add($0) }).dispose()
            }
        },
        .summing(async: Contender.openCombine) { count, sum in await receiveOnMain(count, sum) },
        .summing(async: Contender.openCombine + ", all shared") { count, sum in
            await receiveOnMain(count, sum, stages: twelveSharedStages)
        }),
    Case(
        "MapFilterDriverCreating", unit: "chain",
        .byLoop { count, sum in
            for _ in 0..<count { TwelveStages().run(1, sum) }
        },
        .summing(async: Contender.freshet) { count, sum in
            await MainActor.run {
                for _ in 0..<count {
                    let driver = twelveStages(created(1).asDriver(onErrorJustReturn: -1))
                    driver.drive(onNext: { sum.add($0) }).dispose()
                }
            }
        },
        .summing(async: Contender.openCombine) { count, sum in await receiveOneByOneOnMain(count, sum) },
        .summing(async: Contender.openCombine + ", all shared") { count, sum in
            await receiveOneByOneOnMain(count, sum, stages: twelveSharedStages)
        }),
]

private typealias OnMain = Publishers.ReceiveOn<Publishers.Sequence<Range<Int>, Never>, DispatchQueue.OCombine>

/// Returns after all elements have arrived on the main queue.
@MainActor private func receiveOnMain<Stages: Publisher<Int, Never>>(
    _ count: Int, _ sum: Sum, stages: (OnMain) -> Stages = { twelveStages($0).share() }
) async {
    var subscription: AnyCancellable?
    await withCheckedContinuation { continuation in
        subscription = stages((0..<count).publisher.receive(on: DispatchQueue.main.ocombine))
            .sink(receiveCompletion: { _ in continuation.resume() }, receiveValue: { sum.add($0) })
    }
    subscription?.cancel()
}

@MainActor private func receiveOneByOneOnMain<Stages: Publisher<Int, Never>>(
    _ count: Int, _ sum: Sum, stages: (OnMain) -> Stages = { twelveStages($0).share() }
) async {
    for _ in 0..<count { await receiveOnMain(1, sum, stages: stages) }
}
