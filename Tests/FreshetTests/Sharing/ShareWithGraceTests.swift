import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("share(disconnectingAfter:)") struct ShareWithGraceTests {
    private let scheduler = TestScheduler(initialClock: 0)
    private let subject = PublishSubject<Int>()

    private func shared() -> (stream: Observable<Int>, starts: Count) {
        let starts = Count()
        let stream = subject.do(onSubscribe: { starts.up() })
            .share(replay: 1, disconnectingAfter: .seconds(5), scheduler: scheduler)
        return (stream, starts)
    }

    @Test("A subscriber within the grace period joins the running source and its kept elements") func inTime() {
        let ((stream, starts), log) = (shared(), Log<Int>())
        let first = stream.subscribe()
        subject.onNext(1)
        first.dispose()
        scheduler.advanceTo(4)
        subject.onNext(2)
        let second = stream.subscribe(onNext: { log($0) })
        scheduler.advanceTo(20)
        subject.onNext(3)
        #expect(log.entries == [2, 3] && starts.value == 1)
        second.dispose()
    }

    @Test("share(disconnectingAfter:) disposes the source after the grace period, and restarts it later") func late() {
        let ((stream, starts), log) = (shared(), Log<Int>())
        stream.subscribe().dispose()
        subject.onNext(1)
        #expect(subject.hasObservers)
        scheduler.advanceTo(5)
        #expect(!subject.hasObservers)
        let second = stream.subscribe(onNext: { log($0) })
        #expect(log.entries.isEmpty && starts.value == 2)
        second.dispose()
    }

    @Test("Each departure of the last subscriber restarts the grace period") func restartsPeriod() {
        let (stream, _) = shared()
        stream.subscribe().dispose()
        scheduler.advanceTo(4)
        stream.subscribe().dispose()
        scheduler.advanceTo(8)
        #expect(subject.hasObservers)
        scheduler.advanceTo(9)
        #expect(!subject.hasObservers)
    }

    @Test("A source that ends during the grace period is restarted for the next subscriber") func ends() {
        let ((stream, starts), log) = (shared(), Log<Event<Int>>())
        stream.subscribe().dispose()
        subject.onCompleted()
        _ = stream.subscribe { log($0) }
        #expect(log.entries == [.completed] && starts.value == 2)
        scheduler.start()
    }

    @Test("Every source subscription is disposed when four threads subscribe and dispose") func threads() {
        let (starts, ended) = (Count(), Count())
        let (subject, queue) = (PublishSubject<Int>(), SerialDispatchQueueScheduler(internalSerialQueueName: "grace"))
        let stream = subject.do(onSubscribe: { starts.up() }, onDispose: { ended.up() })
            .share(disconnectingAfter: .microseconds(50), scheduler: queue)
        let visit: @Sendable () -> Void = {
            for number in 0..<300 {
                let subscription = stream.subscribe()
                if number % 3 == 0 { subject.onNext(number) }
                subscription.dispose()
            }
        }
        concurrently(visit, visit, visit, visit)
        #expect(eventually { !subject.hasObservers && ended.value == starts.value })
        #expect(starts.value > 0)
    }

    @Test(
        "share(disconnectingAfter:) meets the operator contract",
        arguments: [Ending.completion, .failure, .sourceRelease])
    func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).share(
                replay: 1, disconnectingAfter: .seconds(5), scheduler: context.scheduler)
        }
    }
}
