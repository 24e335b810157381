import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("subscribe(on:), delaySubscription") struct SubscribeOnTests {
    @Test("subscribe(on:) subscribes and disposes on the scheduler") func onScheduler() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.createHotObservable(Marbles("abcdef", at: 205).events)
        let result = scheduler.start(disposed: 209) { source.asObservable().subscribe(on: scheduler) }
        #expect(result.events == [.next(205, "a"), .next(206, "b"), .next(207, "c"), .next(208, "d"), .next(209, "e")])
        #expect(source.subscriptions == [Subscription(201, 210)])
    }

    @Test("subscribe(on:) disposes an ended source on the scheduler", arguments: ["--|", "--x"])
    func end(_ drawing: String) {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.createColdObservable(Marbles(drawing).events)
        let result = scheduler.start { source.asObservable().subscribe(on: scheduler) }
        #expect(result.events.map(\.time) == [203])
        #expect(source.subscriptions == [Subscription(201, 204)])
    }

    @Test("subscribe(on:) disposes the source on the scheduler, however it ends", arguments: Ending.allCases.dropLast())
    func disposesOnScheduler(_ ending: Ending) {
        let (scheduler, log, sender) = (TestScheduler(initialClock: 0), Log<Int>(), Box<AnyObserver<Int>?>(nil))
        let source = Observable<Int>.create { observer in
            sender.value = observer
            return Disposables.create { log(scheduler.clock) }
        }
        let subscription = source.subscribe(on: scheduler).subscribe(onError: { _ in })
        scheduler.start()
        #expect(scheduler.clock == 1)
        switch ending {
        case .completion: sender.value?.onCompleted()
        case .failure: sender.value?.onError(Oops())
        default: subscription.dispose()
        }
        #expect(log.entries.isEmpty)
        scheduler.start()
        #expect(log.entries == [2])
    }

    @Test("subscribe(on:) doesn't subscribe if disposed before its turn") func disposedBefore() {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.createColdObservable(Marbles("a").events)
        _ = scheduler.start(disposed: 201) {
            source.asObservable().delaySubscription(.seconds(5), scheduler: scheduler)
        }
        #expect(source.subscriptions.isEmpty)
    }

    @Test("subscribe(on:) delivers nothing after disposal, even before the source is disposed") func nothingAfter() {
        let scheduler = TestScheduler(initialClock: 0)
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let subscription = subject.subscribe(on: scheduler).subscribe(onNext: { log($0) })
        scheduler.start()
        subject.onNext(1)
        subscription.dispose()
        subject.onNext(2)
        #expect(log.entries == [1])
        #expect(subject.hasObservers)
        scheduler.start()
        #expect(!subject.hasObservers)
    }

    @Test("subscribe(on:) subscribes on the queue's thread") func thread() {
        let (done, key) = (Gate(), DispatchSpecificKey<Bool>())
        let queue = DispatchQueue(label: "subscribe")
        queue.setSpecific(key: key, value: true)
        let place = Log<Bool>()
        let source = Observable<Int>.create { observer in
            place(DispatchQueue.getSpecific(key: key) == true)
            observer.onCompleted()
            return Disposables.create()
        }
        let subscription = source.subscribe(on: ConcurrentDispatchQueueScheduler(queue: queue)).subscribe(onCompleted: {
            done.open()
        })
        #expect(done.wait())
        #expect(place.entries == [true])
        subscription.dispose()
    }

    @Test("delaySubscription subscribes after the delay", arguments: [("a-|", "--a-|"), ("x", "--x")]) func delays(
        _ source: String, _ result: String
    ) {
        let trial = Trial.cold(Marbles(source)) { source, s in source.delaySubscription(.seconds(2), scheduler: s) }
        #expect(trial.result == Marbles(result))
        #expect(trial.subscriptions.first?.subscribe == 2)
    }

    @Test("subscribe(on:) meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).subscribe(on: CurrentThreadScheduler.instance)
        }
    }
}
