// Uses the operators of Extensions.swift, which is a module of its own here, beside those of Freshet.
// `expect:` marks each line whose operator must be the extension's.

import Dispatch
import Extensions
import Freshet

@MainActor
final class Meter {
    var level = 0
}

@MainActor
func use(_ numbers: Observable<Int>, on meter: Meter) async {
    _ = numbers.pairwise().map { $0 + $1 }  // expect: 'pairwise()' is deprecated: chosen
    _ = numbers.collect(2).map(\.count)  // expect: 'collect' is deprecated: chosen
    _ = numbers.mapAsync { $0 }  // expect: 'mapAsync(maxConcurrent:_:)' is deprecated: chosen
    _ = numbers.concatMapAsync { $0 }  // expect: 'concatMapAsync' is deprecated: chosen
    _ = numbers.assign(to: \.level, on: meter)  // expect: 'assign(to:on:)' is deprecated: chosen

    let scheduler = MainScheduler.instance
    _ = numbers.collect(every: .seconds(1), scheduler: scheduler)  // expect: is deprecated: chosen
    _ = numbers.collect(every: Duration.seconds(1)).map(\.count)  // expect: is deprecated: chosen
    _ = numbers.debounce(Duration.seconds(1))  // expect: is deprecated: chosen
    _ = numbers.take(for: Duration.seconds(1), clock: ContinuousClock())  // expect: is deprecated: chosen
    _ = numbers.share(replay: 1, disconnectingAfter: .seconds(1), scheduler: scheduler)  // expect: chosen
    _ = numbers.retry(3, backoff: .exponential(), scheduler: scheduler)  // expect: is deprecated: chosen
    _ = numbers.flatMap(maxConcurrent: 2) { Observable.just($0) }  // expect: is deprecated: chosen
    _ = numbers.observe(on: MainActor.shared)  // expect: is deprecated: chosen
    _ = numbers.observe(on: scheduler, buffering: .newest(1))  // expect: is deprecated: chosen
    _ = numbers.subscribe(onMain: { _ in })  // expect: is deprecated: chosen
    _ = numbers.bind(onMain: { _ in })  // expect: is deprecated: chosen
    for await _ in numbers.values(buffering: .newest(1)) {}  // expect: is deprecated: chosen
    _ = numbers.compactMap(\.exactly)  // expect: is deprecated: chosen
    _ = Observable.tracking { meter.level }  // expect: is deprecated: chosen
}

extension Int {
    var exactly: Int? { self }
}
