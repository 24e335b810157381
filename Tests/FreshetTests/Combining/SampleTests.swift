import Freshet
import FreshetTest
import Testing

@Suite("sample") struct SampleTests {
    private func sample(_ source: String, _ sampler: String, default value: String? = nil) -> Trial {
        Trial.hot(Marbles(source)) { source, scheduler in
            source.sample(scheduler.hot(Marbles(sampler)), defaultValue: value)
        }
    }

    @Test(
        "sample delivers each newest element once, when the sampler emits",
        arguments: [
            ("-ab---c----", "---t-t--t-t", "---b----c"), ("-a-|", "--t--t", "--a--|"),
            ("-a-b|", "------t", "------(b|)"),
            ("-x", "t--", "-x"), ("a--b", "-tx", "-ax"), ("---|", "----|", "----|"),
        ])
    func newest(_ source: String, _ sampler: String, _ result: String) {
        #expect(sample(source, sampler).result == Marbles(result))
    }

    @Test("sample delivers the default value if there is no new element") func defaultValue() {
        #expect(sample("-a---", "--t-t", default: "z").result == "--a-z")
    }

    @Test("A completing sampler delivers the waiting element, and nothing follows") func samplerCompletes() {
        let trial = sample("-a-b-|", "--|")
        #expect(trial.result == "--a")
        #expect(trial.subscriptions == [Subscription(0, 5)])
    }

    @Test("An error disposes the source and the sampler") func failure() {
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        let subscription = left.sample(right).subscribe(onError: { _ in })
        right.onError(Oops())
        #expect(!left.hasObservers && !right.hasObservers)
        subscription.dispose()
    }

    @Test("A re-entrant element waits for the next sample") func reentrancy() {
        let (subject, sampler, log) = (PublishSubject<Int>(), PublishSubject<Void>(), Log<Int>())
        let subscription = subject.sample(sampler).subscribe(onNext: { element in
            log(element)
            if element == 1 { subject.onNext(2) }
        })
        subject.onNext(1)
        sampler.onNext(())
        #expect(log.entries == [1])
        sampler.onNext(())
        #expect(log.entries == [1, 2])
        subscription.dispose()
    }

    @Test("A re-entrant element and completion wait for the next sample")
    func reactsWithElementAndCompletion() {
        let (subject, sampler, log) = (PublishSubject<Int>(), PublishSubject<Void>(), Log<Event<Int>>())
        let subscription = subject.sample(sampler).subscribe { event in
            log(event)
            guard event.element == 1 else { return }
            subject.onNext(2)
            subject.onCompleted()
        }
        subject.onNext(1)
        sampler.onNext(())
        sampler.onNext(())
        #expect(log.entries == [.next(1), .next(2), .completed])
        subscription.dispose()
    }

    @Test("sample serializes events of two threads and keeps their order") func threads() {
        let (subject, sampler, observer) = (PublishSubject<Int>(), PublishSubject<Int>(), Exclusive<Int>())
        let subscription = subject.sample(sampler).subscribe(observer)
        concurrently({ for n in 0..<3_000 { subject.onNext(n) } }, { for n in 0..<3_000 { sampler.onNext(n) } })
        #expect(observer.violations == 0)
        #expect(observer.elements == observer.elements.sorted())
        subscription.dispose()
    }

    @Test("No closure of sample receives a queued error after disposal") func queuedAtDisposal() {
        let (source, sampler, log, subscription) = (
            PublishSubject<Int>(), PublishSubject<Int>(), Log<String>(), SerialDisposable()
        )
        subscription.disposable = source.sample(sampler).do(onError: { _ in log("error") })
            .subscribe(
                onNext: { _ in
                    #expect(onAnotherThread { source.onError(Oops()) })
                    subscription.dispose()
                    log("disposed")
                }, onError: { _ in })
        source.onNext(1)
        sampler.onNext(0)
        #expect(log.entries == ["disposed"])
    }

    @Test("sample samples the newest element if the deinit of a replaced one sends it")
    func replacedElementSends() async {
        await #expect(processExitsWith: .success) {
            let (subject, sampler, living, log) = (PublishSubject<Item>(), PublishSubject<Int>(), Count(), Log<Int>())
            let subscription = subject.sample(sampler).subscribe(onNext: { log($0.number) })
            subject.onNext(Item(1, living) { subject.onNext(Item(3, living)) })
            subject.onNext(Item(2, living))
            sampler.onNext(0)
            sampler.onNext(0)
            #expect(log.entries == [3])
            subscription.dispose()
        }
    }

    @Test("sample meets the operator contract", arguments: [Ending.failure, .disposal])
    func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).sample(Observable<Int>.never())
        }
    }
}
