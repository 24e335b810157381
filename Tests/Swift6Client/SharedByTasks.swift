// swift-format-ignore-file
// Streams of objects that aren't Sendable, shared by two tasks, in Swift 6 mode. It isn't part of the build: a test compiles it and compares the
// diagnostics with the `expect:` marks. Separate from Races.swift, whose errors end the compilation before data-flow analysis.
import Freshet

final class Tally {
    var count = 0
}

func relayInTwoTasks() {
    let relay = BehaviorRelay(value: Tally())
    Task { relay.value.count += 1 }  // expect: sending value of non-Sendable type
    Task { relay.value.count += 1 }
}

func singleInTwoTasks() {
    let single = Single.just(Tally())
    Task { _ = single.subscribe { _ in } }  // expect: sending value of non-Sendable type
    Task { _ = single.subscribe { _ in } }
}

func observerInATask(_ observer: AnyObserver<Tally>) {
    Task { observer.onNext(Tally()) }  // expect: passing closure as a 'sending' parameter risks causing data races
}

func subjectOfObjects() {
    let subject = PublishSubject<Tally>()  // expect: type 'Tally' does not conform to the 'Sendable' protocol
    Task { subject.onNext(Tally()) }
    Task { subject.onNext(Tally()) }
}

func streamsThatMeet(_ first: Observable<Tally>, _ second: Observable<Tally>) {
    _ = Observable.merge(first, second)  // expect: type 'Tally' does not conform to the 'Sendable' protocol
    _ = first.share()  // expect: type 'Tally' does not conform to the 'Sendable' protocol
    _ = first.asDriver(onErrorJustReturn: Tally())  // expect: type 'Tally' does not conform to the 'Sendable' protocol
}

func ordinary(_ numbers: Observable<Int>, _ relay: BehaviorRelay<Int>) {
    // Elements that stay on one thread need not be Sendable.
    _ = numbers.map { _ in Tally() }.filter { $0.count == 0 }.map(\.count).subscribe(onNext: { print($0) })
    let local = BehaviorRelay(value: Tally())
    local.accept(Tally())
    Task { relay.accept(1) }
    Task { relay.accept(2) }
}
