import Freshet
import FreshetTest
import Testing

@Suite("publish, replay, multicast, connect, refCount") struct MulticastTests {
    @Test("publish subscribes to the source only at connect") func connect() {
        let (source, log) = (PublishSubject<Int>(), Log<Int>())
        let published = source.publish()
        let subscription = published.subscribe(onNext: { log($0) })
        source.onNext(1)
        #expect(!source.hasObservers)
        let connection = published.connect()
        source.onNext(2)
        connection.dispose()
        #expect(!source.hasObservers)
        source.onNext(3)
        #expect(log.entries == [2])
        subscription.dispose()
    }

    @Test("A second connect returns the same connection") func connectTwice() {
        let count = Count()
        let published = Observable<Int>.create { _ in
            count.up(); return Disposables.create()
        }.publish()
        let first = published.connect()
        let second = published.connect()
        #expect(count.value == 1)
        second.dispose()
        first.dispose()
        published.connect().dispose()
        #expect(count.value == 2)
    }

    @Test("replay and replayAll keep elements for later subscribers") func replay() {
        let (last, all) = (Log<Int>(), Log<Int>())
        let source = Observable.of(1, 2, 3).concat(Observable<Int>.never())
        let (replayed, replayedAll) = (source.replay(1), source.replayAll())
        let connections = Disposables.create(replayed.connect(), replayedAll.connect())
        let subscriptions = Disposables.create(
            replayed.subscribe(onNext: { last($0) }), replayedAll.subscribe(onNext: { all($0) }))
        #expect(last.entries == [3])
        #expect(all.entries == [1, 2, 3])
        connections.dispose()
        subscriptions.dispose()
    }

    @Test("multicast sends events through the given subject") func subject() {
        let (subject, log) = (ReplaySubject<Int>.create(bufferSize: 1), Log<Event<Int>>())
        let connection = Observable.of(1, 2).multicast(subject).connect()
        _ = subject.subscribe { log($0) }
        #expect(log.entries == [.next(2), .completed])
        connection.dispose()
    }

    @Test("multicast with a selector shares within one subscription") func selector() {
        let (count, log) = (Count(), Log<Int>())
        let source = Observable.of(1, 2).do(onSubscribe: { count.up() })
        let doubled = source.multicast(
            { PublishSubject<Int>() }, selector: { shared in Observable.zip(shared, shared, resultSelector: +) })
        _ = doubled.subscribe(onNext: { log($0) })
        #expect(log.entries == [2, 4])
        #expect(count.value == 1)
        let failing = source.multicast({ () throws -> PublishSubject<Int> in throw Oops() }, selector: { $0 })
        _ = failing.subscribe(onError: { _ in log(-1) })
        #expect(log.entries.last == -1)
    }

    @Test("refCount connects with the first subscriber and disconnects with the last") func refCount() {
        let (source, log) = (PublishSubject<Int>(), Log<String>())
        let counted = source.publish().refCount()
        let first = counted.subscribe(onNext: { log("a\($0)") })
        let second = counted.subscribe(onNext: { log("b\($0)") })
        source.onNext(1)
        first.dispose()
        #expect(source.hasObservers)
        second.dispose()
        #expect(!source.hasObservers)
        let third = counted.subscribe(onNext: { log("c\($0)") })
        source.onNext(2)
        third.dispose()
        #expect(log.entries == ["a1", "b1", "c2"])
    }

    @Test("Two refCount streams of one connectable stream disconnect with the last subscriber of both")
    func countedTwice() {
        let source = PublishSubject<Int>()
        let published = source.publish()
        let (first, second) = (published.refCount().subscribe(), published.refCount().subscribe())
        first.dispose()
        #expect(source.hasObservers)
        second.dispose()
        #expect(!source.hasObservers)
    }

    @Test("refCount of a user's connectable stream connects once, and again after the end") func userConnectable() {
        let (stream, log) = (UserConnectable(), Log<Int>())
        let counted = stream.refCount()
        let subscriptions = Disposables.create(
            counted.subscribe(onNext: { log($0) }), counted.subscribe(onNext: { log($0) }))
        stream.subject.onNext(1)
        #expect(log.entries == [1, 1] && stream.connections.value == 1)
        subscriptions.dispose()
        #expect(stream.connections.value == 0)
        counted.subscribe().dispose()
        #expect(stream.connections.value == 0)
    }

    @Test("A user's connectable stream is released if its subscriber leaves before the connection") func released() {
        let stream = Box<EagerConnectable?>(EagerConnectable())
        weak let released = stream.value
        _ = stream.value?.refCount().take(1).subscribe()
        stream.value = nil
        #expect(released == nil)
    }

    @Test("Resubscribing to refCount in response to the end connects again") func resubscribes() {
        let (count, log) = (Count(), Log<String>())
        let failing = Observable<Int>.create { observer in
            if count.up() < 3 { observer.onError(Oops()) } else { observer.onCompleted() }
            return Disposables.create()
        }
        _ = failing.publish().refCount().retry(5).subscribe(onCompleted: { log("completed") })
        #expect(count.value == 3)
        #expect(log.entries == ["completed"])
    }

    @Test("refCount disposes the source even if the stream has been released") func forgottenStream() {
        let disposals = Count()
        let subscription = Observable<Int>.create { _ in Disposables.create { disposals.up() } }.publish().refCount()
            .subscribe()
        subscription.dispose()
        #expect(disposals.value == 1)
    }

    @Test("refCount leaves no connection open when two threads subscribe and dispose") func twoThreads() {
        let live = Count()
        let counted = Observable<Int>.create { _ in
            live.up()
            return Disposables.create { live.down() }
        }.publish().refCount()
        let churn: @Sendable () -> Void = { for _ in 0..<500 { counted.subscribe().dispose() } }
        concurrently(churn, churn)
        #expect(live.value == 0)
    }

    @Test(
        "Connecting in response to the end starts a new connection immediately",
        arguments: [Event<Int>.completed, .error(Oops())])
    func connectsAtTheEnd(_ end: Event<Int>) {
        let (senders, log) = (Box<[AnyObserver<Int>]>([]), Log<String>())
        let connectable = recorded(senders).publish()
        let reconnects = Count()
        _ = connectable.subscribe { event in
            guard event.isStopEvent, reconnects.up() == 1 else { return }
            _ = connectable.subscribe(onNext: { log("\($0)") }, onError: { _ in }, onCompleted: { log("completed") })
            _ = connectable.connect()
            log("connections: \(senders.value.count)")
        }
        _ = connectable.connect()
        senders.value.first?.on(end)
        senders.value.last?.onNext(2)
        senders.value.last?.onCompleted()
        #expect(log.entries == ["connections: 2", "2", "completed"])
    }

    @Test(
        "A connection made in response to an error doesn't replay old events",
        arguments: [true, false])
    func replaysAtTheEnd(_ connectsFirst: Bool) {
        let (senders, log, reconnects) = (Box<[AnyObserver<Int>]>([]), Log<String>(), Count())
        let connectable = recorded(senders).replay(1)
        _ = connectable.subscribe(onError: { _ in
            guard reconnects.up() == 1 else { return }
            if connectsFirst { _ = connectable.connect() }
            _ = connectable.subscribe(onNext: { log("\($0)") }, onError: { _ in log("error") })
            if !connectsFirst { _ = connectable.connect() }
        })
        _ = connectable.connect()
        senders.value.first?.onNext(1)
        senders.value.first?.onError(Oops())
        #expect(senders.value.count == 2)
        senders.value.last?.onNext(2)
        #expect(log.entries == ["2"])
    }

    @Test("Disposing an ended connection doesn't affect the new one") func oldConnection() {
        let (senders, log, reconnects) = (Box<[AnyObserver<Int>]>([]), Log<Int>(), Count())
        let connectable = recorded(senders).publish()
        _ = connectable.subscribe(onCompleted: {
            guard reconnects.up() == 1 else { return }
            _ = connectable.subscribe(onNext: { log($0) })
            _ = connectable.connect()
        })
        let connection = connectable.connect()
        senders.value.first?.onCompleted()
        connection.dispose()
        senders.value.last?.onNext(2)
        #expect(log.entries == [2])
    }

    /// A source that keeps the observer of each subscription.
    private func recorded(_ senders: Box<[AnyObserver<Int>]>) -> Observable<Int> {
        .create { observer in
            senders.value.append(observer)
            return Disposables.create()
        }
    }

    @Test("A negative buffer size of replay fails at the call, not at the first connection") func negativeSize() async {
        await #expect(processExitsWith: .failure) { _ = Observable.of(1).replay(-1) }
    }

    @Test("replay with refCount meets the operator contract", arguments: Ending.allCases)
    func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).replay(1).refCount()
        }
    }
}

/// A connectable stream of a user's type, which counts its open connections.
private final class UserConnectable: ConnectableObservableType, Sendable {
    typealias Element = Int

    let subject = PublishSubject<Int>()
    let connections = Count()

    func subscribe<Observer: ObserverType & Sendable>(_ observer: Observer) -> any Disposable
    where Observer.Element == Int {
        subject.subscribe(observer)
    }

    func connect() -> any Disposable {
        connections.up()
        return Disposables.create { self.connections.down() }
    }
}

/// A connectable stream of a user's type that emits at each subscription.
private final class EagerConnectable: ConnectableObservableType, Sendable {
    typealias Element = Int

    func subscribe<Observer: ObserverType & Sendable>(_ observer: Observer) -> any Disposable
    where Observer.Element == Int {
        observer.onNext(1)
        return Disposables.create()
    }

    func connect() -> any Disposable {
        Issue.record("Connected without a subscriber.")
        return Disposables.create()
    }
}
