// Compiles without diagnostics in the Swift 5 mode with `InferSendableFromCaptures`, and in the Swift 6 mode.

import Freshet

func operators(_ numbers: Observable<Int>, _ driver: Driver<Int>) {
    _ = numbers.scan(0, accumulator: +).reduce(0, accumulator: max)
    _ = numbers.map { $0 > 1 }.map(!)
    _ = numbers.distinctUntilChanged(==)
    _ = Observable.combineLatest(numbers, numbers, resultSelector: +)
    _ = numbers.withLatestFrom(numbers, resultSelector: +)
    _ = driver.scan(0, accumulator: +).distinctUntilChanged(==)
    _ = driver.map { $0 > 1 }.map(!)
    _ = numbers.map(String.init)
}
