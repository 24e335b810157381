import Foundation
import Freshet
import Testing

/// Runs `body` on a thread with a small stack, like a dispatch queue's.
private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    let done = Gate()
    let thread = Thread {
        body()
        done.open()
    }
    thread.stackSize = 512 << 10
    thread.start()
    #expect(done.wait(within: 120), "The body must finish.")
}

@Suite("100,000 nested streams on a 512 KB stack") struct DepthTests {
    private static let depth = 100_000

    /// Creates, subscribes to and releases a stream on the small stack.
    private func expectElements(_ wanted: Int, of make: @escaping @Sendable () -> Observable<Int>) {
        let (elements, ends) = (Count(), Count())
        onSmallStack {
            _ = make().subscribe(onNext: { _ in elements.up() }, onCompleted: { ends.up() })
        }
        #expect(elements.value == wanted)
        #expect(ends.value == 1)
    }

    @Test("a reply to each event that another thread queues during a delivery", arguments: 0..<5)
    func replies(_ kind: Int) {
        let (subject, count) = (PublishSubject<Int>(), Self.depth)
        let relay = BehaviorRelay(value: -1)
        let sent = Box<AnyObserver<Int>?>(nil)
        let created = Observable<Int>.create { observer in
            sent.value = observer
            return Disposables.create()
        }
        let streams: [Observable<Int>] = [
            subject, relay.asObservable(), .merge(subject, .never()), created, subject.flatMap { Observable.just($0) },
        ]
        let send: @Sendable (Int) -> Void = { number in
            switch kind {
            case 1: relay.accept(number)
            case 3: sent.value?.onNext(number)
            default: subject.onNext(number)
            }
        }
        let (replies, elements) = (Count(), Count())
        let stream = streams[kind]
        onSmallStack {
            let subscription = stream.subscribe(onNext: { number in
                elements.up()
                if number == 0 {
                    #expect(onAnotherThread { for number in 1...count { send(number) } })
                } else if number > 0 {
                    replies.up()
                    send(-2)
                }
            })
            send(0)
            subscription.dispose()
        }
        #expect(replies.value == count)
        #expect(elements.value == 2 * count + (kind == 1 ? 2 : 1))
    }

    @Test("window, for elements that a new window makes the source send") func windows() {
        let (subject, windows, scheduler) = (PublishSubject<Int>(), Count(), HistoricalScheduler())
        onSmallStack {
            let subscription = subject.window(timeSpan: .seconds(1), count: 1, scheduler: scheduler).subscribe(onNext: {
                _ in
                if windows.up() == 2 { for number in 1...Self.depth { subject.onNext(number) } }
            })
            subject.onNext(0)
            subscription.dispose()
        }
        #expect(windows.value == Self.depth + 2)
    }

    @Test("startWith") func startWith() {
        expectElements(Self.depth + 1) { (0..<Self.depth).reduce(Observable.just(-1)) { $0.startWith($1) } }
    }

    @Test("startWith of a recursive deferred stream") func recursiveStartWith() {
        @Sendable func count(_ number: Int) -> Observable<Int> {
            number == Self.depth ? .empty() : Observable.deferred { count(number + 1) }.startWith(number)
        }
        expectElements(Self.depth) { count(0) }
    }

    @Test("concat with a recursive deferred stream", arguments: [0, 1, 2])
    func recursiveConcat(_ kind: Int) {
        @Sendable func one(_ number: Int) -> Observable<Int> {
            switch kind {
            case 0: .just(number)
            case 1: .of(number)
            default:
                .create { observer in
                    observer.onNext(number)
                    observer.onCompleted()
                    return Disposables.create()
                }
            }
        }
        @Sendable func count(_ number: Int) -> Observable<Int> {
            number == Self.depth ? .empty() : one(number).concat(Observable.deferred { count(number + 1) })
        }
        expectElements(Self.depth) { count(0) }
    }

    @Test("concat nested in the first position") func nestedInFirstPlace() {
        expectElements(Self.depth + 1) {
            (0..<Self.depth).reduce(Observable.just(-1)) { $0.concat(Observable.just($1)) }
        }
    }

    @Test("concat nested in the last position") func nestedInLastPlace() {
        expectElements(Self.depth + 1) {
            (0..<Self.depth).reduce(Observable.just(-1)) { Observable.just($1).concat($0) }
        }
    }

    @Test("nested lists in concat", arguments: [true, false]) func nestedLists(_ isFirst: Bool) {
        expectElements(Self.depth + 1) {
            (0..<Self.depth).reduce(Observable.just(-1)) {
                isFirst ? Observable.concat([$0, .just($1)]) : Observable.concat([.just($1), $0])
            }
        }
    }

    @Test("retry of a stream that fails at once", arguments: [true, false]) func retry(_ takesTurns: Bool) {
        let tries = Count()
        expectElements(1) {
            Observable.deferred {
                if tries.up() == Self.depth { return .just(1) }
                return takesTurns ? Observable.of(0).filter { _ in throw Oops() } : .error(Oops())
            }.retry()
        }
        #expect(tries.value == Self.depth)
    }

    @Test("catch with a recursive handler") func recursiveCatch() {
        @Sendable func attempt(_ number: Int) -> Observable<Int> {
            number == Self.depth ? .just(number) : Observable.error(Oops()).catch { _ in attempt(number + 1) }
        }
        expectElements(1) { attempt(0) }
    }

    @Test("disposal releases the rest of a long chain", arguments: [1, 50_000])
    func disposed(_ count: Int) {
        let released = Count()
        onSmallStack {
            let subject = PublishSubject<Int>()
            let stream = (0..<Self.depth).reduce(Observable<Int>.never()) { chain, _ in subject.take(1).concat(chain) }
            let subscription = stream.subscribe(onDisposed: { released.up() })
            for element in 0..<count { subject.onNext(element) }
            subscription.dispose()
        }
        #expect(released.value == 1)
    }

    @Test("a recursive concat doesn't retain completed streams") func keepsNothing() {
        let alive = Count()
        final class Life: Sendable {
            let alive: Count
            init(_ alive: Count) {
                self.alive = alive
                alive.up()
            }
            deinit { alive.down() }
        }
        let most = Box(0)
        @Sendable func count(_ number: Int) -> Observable<Int> {
            let life = Life(alive)
            most.value = max(most.value, alive.value)
            return Observable.deferred { .just(life.alive.value) }
                .concat(Observable.deferred { number == 1_000 ? .empty() : count(number + 1) })
        }
        _ = count(0).subscribe()
        #expect(most.value < 5)
        #expect(alive.value == 0)
    }
}
