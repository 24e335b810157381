import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("Infallible") struct InfallibleTests {
    private func events<Element: Sendable>(_ stream: Infallible<Element>) -> [Event<Element>] {
        let log = Log<Event<Element>>()
        _ = stream.subscribe { log($0.event) }
        return log.entries
    }

    @Test("An infallible stream can be created from elements or a closure") func creation() {
        #expect(events(.of(1, 2)) == [.next(1), .next(2), .completed])
        #expect(events(.from(1...2)) == [.next(1), .next(2), .completed])
        #expect(events(.just(1)) == [.next(1), .completed])
        #expect(events(Infallible<Int>.empty()) == [.completed])
        #expect(events(Infallible<Int>.never()) == [])
        #expect(events(.deferred { .just(3) }) == [.next(3), .completed])
        let made = Infallible<Int>.create { observer in
            observer(.next(1))
            observer(.completed)
            observer(.next(2))
            return Disposables.create()
        }
        #expect(events(made) == [.next(1), .completed])
    }

    @Test("A fallible stream converts to an infallible one by replacing its error") func recovery() {
        let failing = Observable.of(1).concat(Observable<Int>.error(Oops()))
        #expect(events(failing.asInfallible(onErrorJustReturn: 2)) == [.next(1), .next(2), .completed])
        #expect(
            events(failing.asInfallible(onErrorFallbackTo: .of(3, 4))) == [.next(1), .next(3), .next(4), .completed])
        #expect(events(failing.asInfallible { .just($0 is Oops ? 5 : 6) }) == [.next(1), .next(5), .completed])
    }

    @Test("An infallible stream has the operators of a fallible stream") func operators() {
        let numbers = Infallible.of(1, 2, 2, 3)
        #expect(
            events(numbers.filter { $0 > 1 }.map { $0 * 10 }.distinctUntilChanged()) == [
                .next(20), .next(30), .completed,
            ])
        #expect(events(numbers.compactMap { $0 == 2 ? nil : $0 }) == [.next(1), .next(3), .completed])
        #expect(
            events(numbers.scan(0) { $0 + $1 }.startWith(0)) == [
                .next(0), .next(1), .next(3), .next(5), .next(8), .completed,
            ])
        #expect(events(numbers.take(2).concat(Infallible.just(9))) == [.next(1), .next(2), .next(9), .completed])
        #expect(events(numbers.take(while: { $0 < 2 })) == [.next(1), .completed])
        #expect(events(numbers.skip(while: { $0 < 2 }).take(until: { $0 == 3 })) == [.next(2), .next(2), .completed])
        #expect(events(numbers.flatMap { Infallible.just($0) }.flatMapFirst { Infallible.just($0) }) == events(numbers))
        #expect(
            events(numbers.concatMap { Infallible.just($0) }.flatMapLatest { Infallible.just($0) }) == events(numbers))
        #expect(events(numbers.share(replay: 1)) == events(numbers))
    }

    @Test("Infallible streams merge, combine and zip") func combining() {
        let (a, b) = (Infallible.just(1), Infallible.of("x", "y"))
        #expect(events(Infallible.merge(.just(1), .just(2))) == [.next(1), .next(2), .completed])
        #expect(events(Infallible.concat(.just(1), .just(2))) == [.next(1), .next(2), .completed])
        #expect(events(Infallible.combineLatest(a, b) { "\($0)\($1)" }) == [.next("1x"), .next("1y"), .completed])
        #expect(
            events(Infallible.combineLatest(a, b).map { "\($0.0)\($0.1)" }) == [.next("1x"), .next("1y"), .completed])
        #expect(events(Infallible.zip(a, b) { "\($0)\($1)" }) == [.next("1x"), .completed])
        #expect(events(Infallible.combineLatest([a, a])) == [.next([1, 1]), .completed])
        #expect(events(b.withLatestFrom(a) { $0 + "\($1)" }) == [.next("x1"), .next("y1"), .completed])
    }

    @Test("An infallible stream can be subscribed to with closures, and with an object") func subscribing() {
        let (log, token) = (Log<String>(), Token())
        _ = Infallible.just(1).subscribe(
            onNext: { log("\($0)") }, onCompleted: { log("end") }, onDisposed: { log("disposed") })
        _ = Infallible.just(2).subscribe(with: token, onNext: { _, number in log("\(number)") })
        #expect(log.entries == ["1", "end", "disposed", "2"])
    }

    @Test("An infallible stream runs on virtual time") func time() {
        let result = TestScheduler.marbles { s in
            s.hot("ab--c-d--").asInfallible(onErrorJustReturn: "!").debounce(.seconds(2), scheduler: s)
                .take(for: .seconds(8), scheduler: s)
        }
        #expect(result == "---b----|")
    }

    @Test("The values of an infallible stream can be iterated without `try`") func values() async {
        var received: [Int] = []
        for await number in Infallible.of(1, 2, 3).values { received.append(number) }
        #expect(received == [1, 2, 3])
    }

    @Test("Relays convert to infallible streams") func relays() {
        let (behaviour, publish, log) = (BehaviorRelay(value: 1), PublishRelay<Int>(), Log<Int>())
        _ = behaviour.asInfallible().subscribe(onNext: { log($0) })
        _ = publish.asInfallible().subscribe(onNext: { log($0) })
        publish.accept(2)
        #expect(log.entries == [1, 2])
    }

    @Test("flatMapLatest into infallible streams can return an infallible stream") func flatMapLatest() {
        let stream: Infallible<Int> = Observable.of(1, 2).flatMapLatest { Infallible.just($0 * 10) }
        #expect(events(stream) == [.next(10), .next(20), .completed])
    }

    @Test("An infallible stream binds to observers, relays, closures and functions") @MainActor func binding() {
        let (relay, optional, subject) = (
            BehaviorRelay(value: 0), BehaviorRelay<Int?>(value: nil), PublishSubject<Int>()
        )
        let (log, token, stream) = (Log<String>(), Token(), Infallible.just(7))
        let listening = subject.subscribe(onNext: { log("subject \($0)") })
        _ = stream.bind(to: relay)
        _ = stream.bind(to: optional)
        _ = stream.bind(to: subject)
        _ = stream.bind(onNext: { log("closure \($0)") })
        _ = stream.bind(with: token, onNext: { _, number in log("object \(number)") })
        _ = stream.bind { $0.subscribe(onNext: { log("function \($0)") }) } as any Disposable
        #expect(relay.value == 7 && optional.value == 7)
        #expect(log.entries == ["subject 7", "closure 7", "object 7", "function 7"])
        listening.dispose()
    }

    @Test("values ends after the elements of an infallible stream that is released", arguments: [0, 1, 2])
    func released(_ policy: Int) async {
        let (observer, received) = (Box<AnyObserver<Int>?>(nil), Log<Int>())
        let stream = Observable<Int>.create { given in
            observer.value = given
            return Disposables.create()
        }
        let policies: [ValuesBuffering] = [.unbounded, .newest(2), .suspending(2)]
        let values = stream.asInfallible(onErrorJustReturn: 0).map { $0 }.values(buffering: policies[policy])
        let task = Task {
            for await number in values { received(number) }
            received(-1)
        }
        observer.value?.onNext(1)
        observer.value = nil
        #expect(await eventually { received.entries == [1, -1] })
        task.cancel()
    }

    @Test("values reports an error that an operator throws", arguments: [true, false])
    func thrown(_ isSuspending: Bool) async {
        // In a process of its own: the handler is shared by all tests.
        await #expect(processExitsWith: .success) { [isSuspending] in
            let log = Log<String>()
            Hooks.defaultErrorHandler = { _, error in log("\(error)") }
            let stream = Infallible.of(1, 2, 3).take(while: { number in
                if number == 2 { throw Oops() }
                return true
            })
            let policy: ValuesBuffering = isSuspending ? .suspending(9) : .unbounded
            for await number in stream.values(buffering: policy) { log("\(number)") }
            #expect(log.entries.sorted() == ["1", "Oops()"])
        }
    }
}
