// Uses the operators of Extensions.swift, which is a module of its own here, beside those of Freshet.
// `expect:` marks each line whose operator must be the extension's.

import Extensions
import Freshet

@MainActor
final class Meter {
    var level = 0
}

@MainActor
func use(_ numbers: Observable<Int>, on meter: Meter) {
    _ = numbers.pairwise().map { $0 + $1 }  // expect: 'pairwise()' is deprecated: chosen
    _ = numbers.collect(2).map(\.count)  // expect: 'collect' is deprecated: chosen
    _ = numbers.mapAsync { $0 }  // expect: 'mapAsync(maxConcurrent:_:)' is deprecated: chosen
    _ = numbers.concatMapAsync { $0 }  // expect: 'concatMapAsync' is deprecated: chosen
    _ = numbers.assign(to: \.level, on: meter)  // expect: 'assign(to:on:)' is deprecated: chosen
}
