// swift-format-ignore-file
// Streams of objects that aren't Sendable, shared by two tasks, in Swift 6 mode. It isn't part of the build: a test compiles it and compares the
// diagnostics with the `expect:` marks. Separate from Races.swift, whose errors end the compilation before data-flow analysis.
import Freshet
import FreshetTest

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

/// Observes elements, with state that nothing guards.
final class Recorder: ObserverType {
    var numbers: [Int] = []
    func on(_ event: Event<Int>) { numbers += event.element.map { [$0] } ?? [] }
}

func observersOfTwoTasks(_ numbers: Observable<Int>, _ relay: BehaviorRelay<Int>, _ recorder: Recorder) {
    _ = numbers.subscribe(recorder)  // expect: type 'Recorder' does not conform to the 'Sendable' protocol
    _ = relay.subscribe(recorder)  // expect: type 'Recorder' does not conform to the 'Sendable' protocol
    _ = AnyObserver(recorder)  // expect: type 'Recorder' does not conform to the 'Sendable' protocol
    _ = recorder.asObserver()  // expect: type 'Recorder' does not conform to the 'Sendable' protocol
    _ = recorder.mapObserver { (text: String) in text.count }  // expect: type 'Recorder' does not conform to the 'Sendable' protocol
}

func elementsThatStreamsKeep(_ tallies: Observable<Tally>, _ tally: Tally, _ maybe: Maybe<Tally>) {
    _ = tallies.startWith(tally)  // expect: type 'Tally' does not conform to the 'Sendable' protocol
    _ = tallies.ifEmpty(default: tally)  // expect: type 'Tally' does not conform to the 'Sendable' protocol
    _ = tallies.catchAndReturn(tally)  // expect: type 'Tally' does not conform to the 'Sendable' protocol
    _ = tallies.asInfallible(onErrorJustReturn: tally)  // expect: type 'Tally' does not conform to the 'Sendable' protocol
    _ = Observable.repeatElement(tally)  // expect: type 'Tally' does not conform to the 'Sendable' protocol
    _ = Observable.generate(initialState: tally, condition: { _ in true }, iterate: { $0 })  // expect: type 'Tally' does not conform to the 'Sendable' protocol
    _ = maybe.ifEmpty(default: tally)  // expect: type 'Tally' does not conform to the 'Sendable' protocol
    _ = maybe.catchAndReturn(tally)  // expect: type 'Tally' does not conform to the 'Sendable' protocol
}

func predicateOfAnotherThread(_ numbers: Observable<Int>, _ tally: Tally) throws {
    _ = try numbers.toBlocking(timeout: 1).single { $0 > tally.count }  // expect: capture of 'tally' with non-Sendable type 'Tally'
}

func stateThatAnotherThreadGets(_ scheduler: MainScheduler, _ any: any SchedulerType, _ virtual: HistoricalScheduler) {
    let tallies = (0..<8).map { _ in Tally() }
    _ = scheduler.schedule(tallies[0]) { _ in Disposables.create() }  // expect: sending
    _ = any.schedule(tallies[1]) { _ in Disposables.create() }  // expect: sending
    _ = any.scheduleRelative(tallies[2], dueTime: .seconds(1)) { _ in Disposables.create() }  // expect: sending
    _ = any.schedulePeriodic(tallies[3], startAfter: .seconds(1), period: .seconds(1)) { $0 }  // expect: sending
    _ = any.scheduleRecursive(tallies[4]) { $1($0) }  // expect: sending
    _ = virtual.scheduleRelative(tallies[5], dueTime: .seconds(1)) { _ in Disposables.create() }  // expect: sending
    tallies[0].count += 1
    // State that only the scheduler has need not be Sendable.
    _ = scheduler.schedule(Tally()) { _ in Disposables.create() }
}

func seedsThatTheCallerKeeps(_ numbers: Observable<Int>) {
    let (first, second, third) = (Tally(), Tally(), Tally())
    _ = numbers.scan(first) { tally, _ in tally }  // expect: sending
    _ = numbers.scan(into: second) { $0.count += $1 }  // expect: sending
    _ = numbers.reduce(third) { tally, _ in tally }  // expect: sending
    first.count = second.count + third.count
    _ = numbers.scan([Tally]()) { tallies, _ in tallies + [Tally()] }
}

func ordinary(_ numbers: Observable<Int>, _ relay: BehaviorRelay<Int>) {
    // Elements that stay on one thread need not be Sendable.
    _ = numbers.map { _ in Tally() }.filter { $0.count == 0 }.map(\.count).subscribe(onNext: { print($0) })
    let local = BehaviorRelay(value: Tally())
    local.accept(Tally())
    Task { relay.accept(1) }
    Task { relay.accept(2) }
}
