import Freshet
import FreshetTest
import Testing

@Suite("create") struct CreateTests {
    private let counting = Observable<Int>.create { observer in
        for element in 1...3 { observer.onNext(element) }
        observer.onCompleted()
        return Disposables.create()
    }

    @Test("delivers what is sent, for each subscription anew") func delivers() {
        let log = Log<Event<Int>>()
        _ = counting.subscribe { log($0) }
        _ = counting.subscribe { log($0) }
        #expect(log.entries == [.next(1), .next(2), .next(3), .completed, .next(1), .next(2), .next(3), .completed])
    }

    @Test("drops what is sent after a terminal event", arguments: [true, false]) func afterTheEnd(_ fails: Bool) {
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

    @Test("drops what is sent after disposal, also inside of onNext") func afterDisposal() {
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

    @Test("gives its resource back once, at the end, whichever it is", arguments: Ending.allCases.dropLast())
    func release(_ ending: Ending) {
        let given = Count()
        let observer = Box<AnyObserver<Int>?>(nil)
        let subscription = Observable<Int>.create {
            observer.value = $0
            return Disposables.create { given.up() }
        }.subscribe(onError: { _ in })
        #expect(given.value == 0)
        switch ending {
        case .completion: observer.value?.onCompleted()
        case .failure: observer.value?.onError(Oops())
        default: subscription.dispose()
        }
        #expect(given.value == 1)
        subscription.dispose()
        #expect(given.value == 1)
    }

    @Test("gives its resource back when it has ended before it was returned") func endsAtOnce() {
        let given = Count()
        _ = Observable<Int>.create { observer in
            observer.onCompleted()
            return Disposables.create { given.up() }
        }.subscribe()
        #expect(given.value == 1)
    }

    @Test("two threads that send at once: one event at a time, nothing lost, each thread's order kept")
    func twoThreads() {
        let (observer, source) = (Exclusive<Int>(), Box<AnyObserver<Int>?>(nil))
        let subscription = Observable<Int>.create {
            source.value = $0
            return Disposables.create()
        }.subscribe(observer)
        let sender = source.value
        concurrently(
            { for n in 0..<5_000 { sender?.onNext(n) } }, { for n in 0..<5_000 { sender?.onNext(1_000_000 + n) } })
        #expect(observer.offences == 0)
        #expect(observer.keepsEachOrder(sources: 2, count: 5_000))
        subscription.dispose()
    }

    @Test("two threads that end it while a third sends: one end, and nothing after it") func twoEnds() {
        for _ in 0..<200 {
            let (observer, source) = (Exclusive<Int>(), Box<AnyObserver<Int>?>(nil))
            let subscription = Observable<Int>.create {
                source.value = $0
                return Disposables.create()
            }.subscribe(observer)
            let sender = source.value
            concurrently(
                { for n in 0..<20 { sender?.onNext(n) } }, { sender?.onCompleted() }, { sender?.onError(Oops()) })
            #expect(observer.offences == 0)
            #expect(observer.ends == 1)
            subscription.dispose()
        }
    }

    @Test("what another thread has queued comes before what the observer sends in reaction", arguments: reactions)
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
