// swift-format-ignore-file
// Code with data races, in Swift 6 mode. It isn't part of the build: a test compiles it and compares the diagnostics with the
// `expect:` marks on their lines.
import Freshet

final class Tally {
    var count = 0
}

@MainActor
final class Screen {
    var title = ""
    let bag = DisposeBag()
}

func capturedVariable(_ numbers: Observable<Int>) {
    var sum = 0
    _ = numbers.subscribe(onNext: { sum += $0 })  // expect: mutation of captured var 'sum'
    _ = numbers.map { number in
        sum += number  // expect: mutation of captured var 'sum'
        return sum  // expect: reference to captured var 'sum'
    }
}

func capturedObject(_ numbers: Observable<Int>) {
    let tally = Tally()
    _ = numbers.subscribe(onNext: { tally.count += $0 })  // expect: capture of 'tally' with non-Sendable type 'Tally'
    tally.count = 0
}

func capturedInDisposal() -> Observable<Int> {
    Observable.create { observer in
        let tally = Tally()
        observer.onNext(tally.count)
        return Disposables.create { tally.count += 1 }  // expect: capture of 'tally' with non-Sendable type 'Tally'
    }
}

func elementThatHops(_ tallies: Observable<Tally>, _ queue: SerialDispatchQueueScheduler) {
    _ = tallies.observe(on: queue)  // expect: type 'Tally' does not conform to the 'Sendable' protocol
    _ = tallies.delay(.seconds(1), scheduler: queue)  // expect: type 'Tally' does not conform to the 'Sendable' protocol
    _ = tallies.values  // expect: type 'Tally' does not conform to the 'Sendable' protocol
}

@MainActor
func screenOffTheMainActor(_ titles: Observable<String>, _ screen: Screen) {
    _ = titles.subscribe(onNext: { screen.title = $0 })  // expect: main actor-isolated property 'title' can not be mutated
    _ = titles.do(onNext: { _ in print(screen.title) })  // expect: main actor-isolated property 'title' can not be referenced
}

actor Archive {
    var names: [String] = []

    func follow(_ titles: Observable<String>) -> any Disposable {
        titles.subscribe(onNext: { self.names.append($0) })  // expect: actor-isolated property 'names' can not be mutated
    }
}

func objectInATask(_ numbers: Observable<Int>) {
    let tally = Tally()
    _ = numbers.mapAsync(maxConcurrent: 2) { number in
        tally.count += number  // expect: capture of 'tally' with non-Sendable type 'Tally'
    }
}

func elementForTheMainActor(_ tallies: Observable<Tally>, _ tally: Single<Tally>) {
    _ = tallies.subscribe(onMain: { $0.count += 1 })  // expect: type 'Tally' does not conform to the 'Sendable' protocol
    _ = tally.subscribe(onMain: { $0.count += 1 })  // expect: type 'Tally' does not conform to the 'Sendable' protocol
}
