import Freshet
import FreshetTest
import Testing

private actor Ledger {
    private(set) var entries: [Int] = []
    private(set) var end: String?

    func add(_ entry: Int) { entries.append(entry) }
    func close(_ end: String) { self.end = end }
    var isClosed: Bool { end != nil }
}

@Suite("observe(on:) with an actor") struct ObserveOnActorTests {
    @Test("Closures after observe(on:) with an actor are isolated to it and receive events in order")
    func isolated() async {
        let ledger = Ledger()
        let subscription = Observable.from(0..<1_000).subscribe(
            isolatedTo: ledger, onNext: { ledger, element in ledger.add(element) },
            onCompleted: { ledger in ledger.close("completed") })
        while await !ledger.isClosed { await Task.yield() }
        #expect(await ledger.entries == Array(0..<1_000))
        subscription.dispose()
    }

    @Test("observe(on:) with an actor delivers an error on the actor") func failure() async {
        let ledger = Ledger()
        let subscription = Observable<Int>.error(Oops()).subscribe(
            isolatedTo: ledger, onError: { ledger, error in ledger.close("\(error)") })
        while await !ledger.isClosed { await Task.yield() }
        #expect(await ledger.end == "Oops()")
        subscription.dispose()
    }

    @Test("Stages after observe(on:) run on the actor, including the main actor") func stages() async {
        let (log, ledger) = (Log<Int>(), Ledger())
        let subscription = Observable.of(1, 2).observe(on: ledger).map { number in
            ledger.assumeIsolated { $0.add(number) }
            return number
        }.observe(on: MainActor.shared).subscribe(onNext: { number in
            MainActor.assumeIsolated { log(number) }
        })
        #expect(await eventually { log.entries == [1, 2] })
        #expect(await ledger.entries == [1, 2])
        subscription.dispose()
    }

    @Test("observe(on:) with an actor delivers nothing after disposal") func disposal() async {
        let (subject, ledger) = (PublishSubject<Int>(), Ledger())
        let subscription = subject.subscribe(isolatedTo: ledger, onNext: { ledger, element in ledger.add(element) })
        subscription.dispose()
        subject.onNext(1)
        #expect(await ledger.entries.isEmpty)
        #expect(!subject.hasObservers)
    }

    @Test("observe(on:) delivers a single's outcome on the actor") func single() async throws {
        let value = try await Single.just(1).observe(on: MainActor.shared).map { number in
            MainActor.assumeIsolated { number + 1 }
        }.value
        #expect(value == 2)
    }
}
