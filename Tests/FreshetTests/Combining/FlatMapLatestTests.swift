import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("flatMapLatest, switchLatest") struct FlatMapLatestTests {
    @Test("flatMapLatest delivers the newest inner stream and disposes the previous one") func switches() {
        let disposed = Log<String>()
        let trial = Trial.hot("a--b---|") { source, s in
            source.flatMapLatest { name in
                s.cold("-1-2-3|").asObservable().map { _ in name }.do(onDispose: { disposed(name) })
            }
        }
        #expect(trial.result == "-a--b-b-(b)|" || trial.result == "-a--b-b-b|")
        #expect(disposed.entries == ["a", "b"])
        #expect(trial.subscriptions == [Subscription(0, 7)])
    }

    @Test("flatMapLatest completes when the source and the newest inner stream have completed") func ends() {
        #expect(Trial.hot("a-|") { source, s in source.flatMapLatest { _ in s.cold("1|") } }.result == "1-|")
        #expect(Trial.hot("a|") { source, s in source.flatMapLatest { _ in s.cold("1--|") } }.result == "1--|")
        #expect(Trial.hot("|") { source, s in source.flatMapLatest { _ in s.cold("1|") } }.result == "|")
        #expect(Trial.hot("a-|") { source, _ in source.flatMapLatest { Observable.just($0) } }.result == "a-|")
    }

    @Test("flatMapLatest fails with the first error of the source, the newest inner stream or the selector")
    func failures() {
        #expect(Trial.hot("a-x") { source, s in source.flatMapLatest { _ in s.cold("-1-2") } }.result == "-1x")
        #expect(Trial.hot("a---b") { source, s in source.flatMapLatest { _ in s.cold("-1x") } }.result == "-1x")
        #expect(
            Trial.hot("-a") { source, _ in source.flatMapLatest { _ -> Observable<String> in throw MarbleError() } }
                .result == "-x")
        #expect(
            Trial.hot("a-b") { source, s in source.flatMapLatest { $0 == "a" ? s.cold("-1-x") : s.cold("2|") } }.result
                == "-12")
    }

    @Test("Disposal of flatMapLatest disposes the source and the inner stream") func disposal() {
        let trial = Trial.hot("a", disposed: 2) { source, s in source.flatMapLatest { _ in s.cold("-1-2") } }
        #expect(trial.result == "-1")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("A re-entrant source element switches immediately") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let subscription = subject.flatMapLatest { Observable.from([$0 * 10, $0 * 10 + 1]) }.subscribe(onNext: {
            element in
            log(element)
            if element == 10 { subject.onNext(2) }
        })
        subject.onNext(1)
        subscription.dispose()
        #expect(log.entries == [10, 20, 21])
    }

    @Test("switchLatest flattens a stream of streams") func switchLatest() {
        let trial = Trial.hot("a--b|") { source, s in
            source.map { name in s.cold("-1-2|").map { _ in name } }.switchLatest()
        }
        #expect(trial.result == "-a--b-b|")
    }

    @Test("The newest outer element wins, even if disposing the previous inner stream sends it") func disposalSends() {
        let (outer, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        let inners = Box<[Int: AnyObserver<Int>]>([:])
        let subscription = outer.flatMapLatest { number in
            Observable<Int>.create { observer in
                inners.value[number] = observer
                return Disposables.create { if number == 1 { outer.onNext(3) } }
            }
        }.subscribe { log($0) }
        outer.onNext(1)
        outer.onNext(2)
        inners.value[2]?.onNext(20)
        inners.value[3]?.onNext(30)
        outer.onCompleted()
        inners.value[2]?.onCompleted()
        inners.value[3]?.onNext(31)
        inners.value[3]?.onCompleted()
        #expect(log.entries == [.next(30), .next(31), .completed])
        subscription.dispose()
    }

    @Test("flatMapLatest doesn't call its selector for a queued element after disposal") func queuedAtDisposal() {
        let (outer, inner, log, subscription) = (
            PublishSubject<Int>(), PublishSubject<Int>(), Log<String>(), SerialDisposable()
        )
        subscription.disposable = outer.flatMapLatest { number in
            log("selects \(number)")
            return inner.asObservable()
        }.subscribe(onNext: { _ in
            #expect(onAnotherThread { outer.onNext(2) })
            subscription.dispose()
            log("disposed")
        })
        outer.onNext(1)
        inner.onNext(0)
        #expect(log.entries == ["selects 1", "disposed"])
    }

    @Test("flatMapLatest runs the new inner stream although disposing the previous one completes the source")
    func completingDisposal() {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        let subscription = subject.flatMapLatest { number -> Observable<Int> in
            number == 1 ? .create { _ in Disposables.create { subject.onCompleted() } } : .of(number, number)
        }.subscribe { log($0) }
        subject.onNext(1)
        subject.onNext(2)
        #expect(log.entries == [.next(2), .next(2), .completed])
        subscription.dispose()
    }

    @Test("flatMapLatest runs the inner stream although its selector completes the source") func completingSelector() {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        let subscription = subject.flatMapLatest { number -> Observable<Int> in
            subject.onCompleted()
            return .just(number)
        }.subscribe { log($0) }
        subject.onNext(1)
        #expect(log.entries == [.next(1), .completed])
        subscription.dispose()
    }

    @Test("flatMapLatest keeps the inner stream of an element that the selector sends") func sendingSelector() {
        let (subject, inner, log) = (PublishSubject<Int>(), PublishSubject<Int>(), Log<Int>())
        let subscription = subject.flatMapLatest { number -> Observable<Int> in
            if number == 1 { subject.onNext(2) }
            return inner.map { $0 + number }
        }.subscribe(onNext: { log($0) })
        subject.onNext(1)
        inner.onNext(10)
        #expect(log.entries == [12])
        subscription.dispose()
    }

    @Test("flatMapLatest meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.flatMapLatest {
                context.token.touch(); return Observable.just($0).delay(.seconds(1), scheduler: context.scheduler)
            }
        }
    }
}
