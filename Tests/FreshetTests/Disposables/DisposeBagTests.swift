import Freshet
import FreshetTest
import Testing

@Suite("DisposeBag, RefCountDisposable, ScheduledDisposable") struct DisposeBagTests {
    @Test("A bag disposes its contents when it is released") func bag() {
        let log = Log<Int>()
        do {
            let bag = DisposeBag()
            Disposables.create { log(1) }.disposed(by: bag)
            bag.insert(Disposables.create { log(2) }, Disposables.create { log(3) })
            bag.insert([Disposables.create { log(4) }])
            bag.insert {
                Disposables.create { log(5) }
                Disposables.create { log(6) }
            }
            #expect(log.entries.isEmpty)
            withExtendedLifetime(bag) {}
        }
        #expect(log.entries == [1, 2, 3, 4, 5, 6])
    }

    @Test("A bag can be created from disposables or a builder") func makes() {
        let log = Log<Int>()
        _ = DisposeBag(disposing: Disposables.create { log(1) })
        _ = DisposeBag(disposing: [Disposables.create { log(2) }])
        _ = DisposeBag { Disposables.create { log(3) } }
        #expect(log.entries == [1, 2, 3])
    }

    @Test("Releasing a bag disposes its subscriptions and releases their closures") func subscription() {
        let subject = PublishSubject<Int>()
        weak var token: Token?
        do {
            let (bag, kept) = (DisposeBag(), Token())
            token = kept
            subject.subscribe(onNext: { _ in kept.touch() }).disposed(by: bag)
            #expect(subject.hasObservers)
            withExtendedLifetime(bag) {}
        }
        #expect(!subject.hasObservers)
        #expect(token == nil)
    }

    @Test("RefCountDisposable disposes its content after it and all references are disposed") func refCount() {
        let count = Count()
        let counted = RefCountDisposable(disposable: Disposables.create { count.up() })
        let (first, second) = (counted.retain(), counted.retain())
        first.dispose()
        first.dispose()
        counted.dispose()
        #expect(!counted.isDisposed)
        second.dispose()
        #expect(counted.isDisposed)
        counted.retain().dispose()
        #expect(count.value == 1)
    }

    @Test("RefCountDisposable without references disposes its content immediately") func refCountAlone() {
        let count = Count()
        let counted = RefCountDisposable(disposable: Disposables.create { count.up() })
        counted.retain().dispose()
        #expect(count.value == 0)
        counted.dispose()
        counted.dispose()
        #expect(count.value == 1)
    }

    @Test("ScheduledDisposable disposes its content on its scheduler") func scheduled() {
        let (scheduler, count) = (TestScheduler(initialClock: 0), Count())
        let disposable = ScheduledDisposable(scheduler: scheduler, disposable: Disposables.create { count.up() })
        disposable.dispose()
        #expect(count.value == 0)
        scheduler.start()
        disposable.dispose()
        scheduler.start()
        #expect(count.value == 1)
        #expect(disposable.isDisposed)
    }
}
