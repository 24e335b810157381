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

    @Test("A reply to each event that another thread queues during a delivery doesn't grow the stack", arguments: 0..<5)
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

    @Test("Elements that new windows make the source send don't grow the stack") func windows() {
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

    @Test("Nested startWith doesn't overflow the stack") func startWith() {
        expectElements(Self.depth + 1) { (0..<Self.depth).reduce(Observable.just(-1)) { $0.startWith($1) } }
    }

    @Test("startWith of a recursive deferred stream doesn't overflow the stack") func recursiveStartWith() {
        @Sendable func count(_ number: Int) -> Observable<Int> {
            number == Self.depth ? .empty() : Observable.deferred { count(number + 1) }.startWith(number)
        }
        expectElements(Self.depth) { count(0) }
    }

    @Test("concat with a recursive deferred stream doesn't overflow the stack", arguments: [0, 1, 2])
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

    @Test("concat nested in the first position doesn't overflow the stack") func nestedInFirstPlace() {
        expectElements(Self.depth + 1) {
            (0..<Self.depth).reduce(Observable.just(-1)) { $0.concat(Observable.just($1)) }
        }
    }

    @Test("concat nested in the last position doesn't overflow the stack") func nestedInLastPlace() {
        expectElements(Self.depth + 1) {
            (0..<Self.depth).reduce(Observable.just(-1)) { Observable.just($1).concat($0) }
        }
    }

    @Test("Nested lists in concat don't overflow the stack", arguments: [true, false])
    func nestedLists(_ isFirst: Bool) {
        expectElements(Self.depth + 1) {
            (0..<Self.depth).reduce(Observable.just(-1)) {
                isFirst ? Observable.concat([$0, .just($1)]) : Observable.concat([.just($1), $0])
            }
        }
    }

    @Test("retry of a stream that fails immediately doesn't overflow the stack", arguments: [true, false])
    func retry(_ takesTurns: Bool) {
        let tries = Count()
        expectElements(1) {
            Observable.deferred {
                if tries.up() == Self.depth { return .just(1) }
                return takesTurns ? Observable.of(0).filter { _ in throw Oops() } : .error(Oops())
            }.retry()
        }
        #expect(tries.value == Self.depth)
    }

    @Test("catch with a recursive handler doesn't overflow the stack") func recursiveCatch() {
        @Sendable func attempt(_ number: Int) -> Observable<Int> {
            number == Self.depth ? .just(number) : Observable.error(Oops()).catch { _ in attempt(number + 1) }
        }
        expectElements(1) { attempt(0) }
    }

    @Test("Nested lazy lists in concat don't overflow the stack", arguments: [0, 1, 2])
    func nestedLazyLists(_ kind: Int) {
        expectElements(Self.depth + 1) {
            (0..<Self.depth).reduce(Observable.just(-1)) { chain, number in
                switch kind {
                case 0: Observable.concat([chain, .just(number)].lazy.map { $0 })
                case 1: Observable.concat([.just(number), chain].lazy.map { $0 })
                default: Observable.concat(AnySequence([.just(number), chain]))
                }
            }
        }
    }

    @Test("Recursive lazy lists in concat don't overflow the stack", arguments: [true, false])
    func recursiveLazyLists(_ isCollection: Bool) {
        @Sendable func count(_ number: Int) -> Observable<Int> {
            if number == Self.depth { return .empty() }
            let streams = (0...1).lazy.map {
                $0 == 0 ? Observable.just(number) : Observable.deferred { count(number + 1) }
            }
            return isCollection ? Observable.concat(streams) : Observable.concat(AnySequence(streams))
        }
        expectElements(Self.depth) { count(0) }
    }

    @Test("Chained catch doesn't overflow the stack", arguments: [0, 1, 2]) func chainedCatch(_ kind: Int) {
        let calls = Count()
        expectElements(kind == 2 ? 1 : 2) {
            let source = Observable.just(0).concat(Observable<Int>.error(Oops()))
            return (1...Self.depth).reduce(kind == 2 ? Observable.error(Oops()) : source) { chain, number in
                chain.catch { error in
                    calls.up()
                    // The first handler recovers, or each handler fails, by an error or by throwing it.
                    if kind == 0 || number == Self.depth { return .just(number) }
                    if number % 2 == 0 { throw error }
                    return Observable.error(error)
                }
            }
        }
        #expect(calls.value == (kind == 0 ? 1 : Self.depth))
    }

    @Test("Chained ifEmpty doesn't overflow the stack", arguments: [true, false]) func chainedIfEmpty(_ isEmpty: Bool) {
        expectElements(1) {
            (1...Self.depth).reduce(isEmpty ? Observable.empty() : Observable.just(0)) { chain, number in
                chain.ifEmpty(switchTo: number == Self.depth ? .just(number) : .empty())
            }
        }
    }

    @Test("ifEmpty with a recursive deferred stream doesn't overflow the stack", arguments: [true, false])
    func recursiveIfEmpty(_ isSynchronous: Bool) {
        @Sendable func poll(_ number: Int) -> Observable<Int> {
            if number == Self.depth { return .just(number) }
            let empty = isSynchronous ? Observable<Int>.empty() : Observable.of(number).filter { _ in false }
            return empty.ifEmpty(switchTo: .deferred { poll(number + 1) })
        }
        expectElements(1) { poll(0) }
    }

    /// Runs 20,000 rounds of a stream that polls by recursion, on the small stack, and disposes it.
    private func expectFlatDisposal(
        _ make:
            @escaping @Sendable (_ poll: @escaping @Sendable () -> Observable<Int>, HistoricalScheduler)
            -> Observable<Int>
    ) {
        let (rounds, ends) = (Count(), Count())
        onSmallStack {
            let scheduler = HistoricalScheduler()
            @Sendable func round() -> Observable<Int> {
                make(
                    {
                        rounds.up()
                        return round()
                    }, scheduler)
            }
            let subscription = round().subscribe(onDisposed: { ends.up() })
            scheduler.advanceTo(Date(timeIntervalSince1970: 20_000))
            subscription.dispose()
        }
        #expect(rounds.value == 20_000)
        #expect(ends.value == 1)
    }

    @Test("timeout polls by recursion and is disposed") func polledTimeout() {
        expectFlatDisposal { poll, scheduler in
            Observable.never().timeout(.seconds(1), other: Observable.deferred { poll() }, scheduler: scheduler)
        }
    }

    @Test("ifEmpty polls by recursion and is disposed") func polledIfEmpty() {
        expectFlatDisposal { poll, scheduler in
            Observable<Int>.timer(.seconds(1), scheduler: scheduler).filter { _ in false }
                .ifEmpty(switchTo: .deferred { poll() })
        }
    }

    @Test("concat and catch poll by recursion and are disposed", arguments: [true, false])
    func polledConcat(_ isConcat: Bool) {
        expectFlatDisposal { poll, scheduler in
            let timer = Observable<Int>.timer(.seconds(1), scheduler: scheduler)
            return isConcat
                ? timer.concat(Observable.deferred { poll() })
                : timer.map { _ in throw Oops() }.catch { _ in poll() }
        }
    }

    /// A stage that a chain repeats.
    struct Link: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let add: @Sendable (Observable<Int>) -> Observable<Int>

        init(_ name: String, _ add: @escaping @Sendable (Observable<Int>) -> Observable<Int>) {
            testDescription = name
            self.add = add
        }

        private static let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "depth")

        static let all: [Link] = [
            Link("map") { $0.map { $0 } },
            Link("filter") { $0.filter { _ in true } },
            Link("map, filter") { $0.map { $0 }.filter { _ in true } },
            Link("compactMap") { $0.compactMap { $0 } },
            Link("scan") { $0.scan(0) { $0 + $1 } },
            Link("take") { $0.take(9) },
            Link("distinctUntilChanged") { $0.distinctUntilChanged() },
            Link("do") { $0.do(onNext: { _ in }) },
            Link("debug") { $0.debug() },
            Link("catch") { $0.catch { _ in .empty() } },
            Link("catchAndReturn") { $0.catchAndReturn(1) },
            Link("retry") { $0.retry(2) },
            Link("retry with backoff") { $0.retry(2, backoff: .exponential()) },
            Link("retry when") { $0.retry(when: { $0.take(1) }) },
            Link("ifEmpty") { $0.ifEmpty(default: 1) },
            Link("startWith") { $0.startWith(1) },
            Link("concat") { $0.concat(Observable.just(1)) },
            Link("merge") { .merge($0, .never()) },
            Link("amb") { $0.amb(Observable.never()) },
            Link("combineLatest") { .combineLatest($0, Observable.just(1)) { $0 + $1 } },
            Link("zip") { .zip($0, Observable.just(1)) { $0 + $1 } },
            Link("withLatestFrom") { $0.withLatestFrom(Observable.just(1)) },
            Link("sample") { $0.sample(Observable<Int>.never()) },
            Link("take(until:)") { $0.take(until: Observable<Int>.never()) },
            Link("flatMap") { $0.flatMap { Observable.just($0) } },
            Link("concatMap") { $0.concatMap { Observable.just($0) } },
            Link("flatMapLatest") { $0.flatMapLatest { Observable.just($0) } },
            Link("flatMapFirst") { $0.flatMapFirst { Observable.just($0) } },
            Link("observe(on:)") { $0.observe(on: queue) },
            Link("subscribe(on:)") { $0.subscribe(on: queue) },
            Link("delay") { $0.delay(.seconds(1), scheduler: queue) },
            Link("debounce") { $0.debounce(.seconds(1), scheduler: queue) },
            Link("throttle") { $0.throttle(.seconds(1), scheduler: queue) },
            Link("timeout") { $0.timeout(.seconds(1), scheduler: queue) },
            Link("buffer") { $0.buffer(timeSpan: .seconds(1), count: 9, scheduler: queue).map(\.count) },
            Link("window") { $0.window(timeSpan: .seconds(1), count: 9, scheduler: queue).flatMap { $0 } },
            Link("groupBy") { $0.groupBy { $0 }.flatMap { $0 } },
            Link("share") { $0.share() },
            Link("share(replay:)") { $0.share(replay: 1) },
            Link("mapAsync") { $0.mapAsync(maxConcurrent: 2) { $0 } },
            Link("asSingle") { $0.asSingle().asObservable() },
            Link("Infallible") { $0.asInfallible(onErrorJustReturn: 1).map { $0 }.asObservable() },
        ]
    }

    @Test("A chain of 100,000 stages is released", arguments: Link.all) func release(_ link: Link) {
        let living = Count()
        onSmallStack {
            let token = Token(living)
            var chain = Observable<Int>.create { _ in
                token.touch()
                return Disposables.create()
            }
            // More than fit on the small stack if each release nested in the one before.
            for _ in 0..<Self.depth / 10 { chain = link.add(chain) }
            withExtendedLifetime(chain) { #expect(living.value == 1) }
        }
        #expect(living.value == 0)
    }

    @Test("A chain of maps and filters delivers without overflowing the stack") func maps() {
        expectElements(2) {
            (0..<Self.depth).reduce(Observable.of(0, 1)) { chain, number in
                number % 3 == 0 ? chain.filter { _ in true } : chain.map { $0 + 1 }
            }
        }
    }

    @Test("Disposal releases the rest of a long chain", arguments: [1, 50_000])
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

    @Test("A recursive concat doesn't retain completed streams") func keepsNothing() {
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
