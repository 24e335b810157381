import Freshet
import FreshetTest
import Testing

@Suite("create") struct CreateTests {
    private let counting = Observable<Int>.create { observer in
        for element in 1...3 { observer.onNext(element) }
        observer.onCompleted()
        return Disposables.create()
    }

    @Test("create calls the closure and delivers its events for each subscription") func delivers() {
        let log = Log<Event<Int>>()
        _ = counting.subscribe { log($0) }
        _ = counting.subscribe { log($0) }
        #expect(log.entries == [.next(1), .next(2), .next(3), .completed, .next(1), .next(2), .next(3), .completed])
    }

    @Test("create drops events sent after a terminal event", arguments: [true, false]) func afterTheEnd(_ fails: Bool) {
        let log = Log<Event<Int>>()
        _ = Observable<Int>.create { observer in
            if fails { observer.onError(Oops()) } else { observer.onCompleted() }
            observer.onNext(1)
            observer.onCompleted()
            observer.onError(Oops())
            return Disposables.create()
        }.subscribe { log($0) }
        #expect(log.entries == [fails ? .error(Oops()) : .completed])
    }

    @Test("create drops events sent after disposal, even within onNext") func afterDisposal() {
        let (log, subscription) = (Log<Int>(), SerialDisposable())
        let late = Box<AnyObserver<Int>?>(nil)
        subscription.disposable = Observable<Int>.create { observer in
            late.value = observer
            return Disposables.create()
        }.subscribe(onNext: { element in
            log(element)
            subscription.dispose()
        })
        late.value?.onNext(1)
        late.value?.onNext(2)
        #expect(log.entries == [1])
    }

    @Test(
        "create disposes the returned disposable once, however the stream ends", arguments: Ending.allCases.dropLast())
    func release(_ ending: Ending) {
        let disposals = Count()
        let observer = Box<AnyObserver<Int>?>(nil)
        let subscription = Observable<Int>.create {
            observer.value = $0
            return Disposables.create { disposals.up() }
        }.subscribe(onError: { _ in })
        #expect(disposals.value == 0)
        switch ending {
        case .completion: observer.value?.onCompleted()
        case .failure: observer.value?.onError(Oops())
        default: subscription.dispose()
        }
        #expect(disposals.value == 1)
        subscription.dispose()
        #expect(disposals.value == 1)
    }

    @Test("create disposes the returned disposable if the stream has already ended") func endsAtOnce() {
        let disposals = Count()
        _ = Observable<Int>.create { observer in
            observer.onCompleted()
            return Disposables.create { disposals.up() }
        }.subscribe()
        #expect(disposals.value == 1)
    }

    @Test("create serializes two sending threads without losing events or their order")
    func twoThreads() {
        let (observer, source) = (Exclusive<Int>(), Box<AnyObserver<Int>?>(nil))
        let subscription = Observable<Int>.create {
            source.value = $0
            return Disposables.create()
        }.subscribe(observer)
        let sender = source.value
        concurrently(
            { for n in 0..<5_000 { sender?.onNext(n) } }, { for n in 0..<5_000 { sender?.onNext(1_000_000 + n) } })
        #expect(observer.violations == 0)
        #expect(observer.keepsEachOrder(sources: 2, count: 5_000))
        subscription.dispose()
    }

    @Test("create delivers one terminal event if two threads end the stream while a third sends") func twoEnds() {
        for _ in 0..<200 {
            let (observer, source) = (Exclusive<Int>(), Box<AnyObserver<Int>?>(nil))
            let subscription = Observable<Int>.create {
                source.value = $0
                return Disposables.create()
            }.subscribe(observer)
            let sender = source.value
            concurrently(
                { for n in 0..<20 { sender?.onNext(n) } }, { sender?.onCompleted() }, { sender?.onError(Oops()) })
            #expect(observer.violations == 0)
            #expect(observer.ends == 1)
            subscription.dispose()
        }
    }

    @Test("create delivers a queued event before a re-entrant one", arguments: reactions)
    func causalOrder(_ reaction: Event<Int>) {
        let made = Box<AnyObserver<Int>?>(nil)
        let sender = AnyObserver<Int> { made.value?.on($0) }
        let stream = Observable<Int>.create {
            made.value = $0
            return Disposables.create()
        }
        expectCausalOrder(of: stream, reaction: reaction, first: sender, other: sender, react: { sender.on($0) })
    }
}
