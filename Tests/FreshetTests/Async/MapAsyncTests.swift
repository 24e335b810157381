import Freshet
import FreshetPlatform
import FreshetTest
import Testing

/// Gates at which tasks wait until the test opens them.
private final class Doors: Sendable {
    private let state = Mutex<(open: Set<Int>, waiting: [Int: CheckedContinuation<Void, Never>])>(([], [:]))

    var waiting: Set<Int> { state.withLock { Set($0.waiting.keys) } }

    func wait(at door: Int) async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.open.contains(door) { state.waiting[door] = continuation }
                return state.open.contains(door)
            }
            if isOpen { continuation.resume() }
        }
    }

    func open(_ door: Int) {
        let waiting = state.withLock { state in
            state.open.insert(door)
            return state.waiting.removeValue(forKey: door)
        }
        waiting?.resume()
    }
}

/// A token that each task retains while it runs.
private enum TaskToken {
    @TaskLocal static var token: Token?
}

// Sendable: weak references are cleared atomically; set before it is shared.
/// A weak reference to an object that must be released.
private final class WeakToken: @unchecked Sendable {
    weak var object: Token?
}

@Suite("mapAsync, concatMapAsync") struct MapAsyncTests {
    @Test("mapAsync limits concurrent tasks, and emits results in element order") func order() async {
        let (doors, log, subject) = (Doors(), Log<Event<Int>>(), PublishSubject<Int>())
        let subscription = subject.mapAsync(maxConcurrent: 2) { number in
            await doors.wait(at: number)
            return number * 10
        }.subscribe { log($0) }
        for number in 1...3 { subject.onNext(number) }
        subject.onCompleted()
        #expect(await eventually { doors.waiting == [1, 2] })
        doors.open(2)
        doors.open(3)
        #expect(log.entries.isEmpty)
        doors.open(1)
        #expect(await eventually { log.entries == [.next(10), .next(20), .next(30), .completed] })
        subscription.dispose()
    }

    @Test("concatMapAsync starts each task after the previous one has finished") func sequential() async {
        let (log, running) = (Log<String>(), Count())
        let subscription = Observable.of(1, 2, 3).concatMapAsync { number in
            log(running.up() == 1 ? "begin \(number)" : "concurrent \(number)")
            await Task.yield()
            running.down()
            return number
        }.subscribe(onNext: { log("end \($0)") })
        #expect(await eventually { log.count == 6 })
        #expect(log.entries == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
        subscription.dispose()
    }

    @Test("The first error fails mapAsync and cancels its other tasks") func failure() async {
        let (log, cancelled) = (Log<Event<Int>>(), Count())
        let subscription = Observable.of(1, 2).mapAsync(maxConcurrent: 2) { number in
            if number == 2 { throw Oops() }
            do { try await Task.sleep(for: .seconds(100)) } catch {
                cancelled.up()
                throw error
            }
            return number
        }.subscribe { log($0) }
        #expect(await eventually { cancelled.value == 1 })
        #expect(log.entries == [.error(Oops())])
        subscription.dispose()
    }

    @Test("mapAsync delivers results in a task that isn't canceled") func notCancelled() async {
        let (log, ends) = (Log<Bool>(), Count())
        let subscription = Observable.of(1, 2).mapAsync(maxConcurrent: 2) { $0 }.subscribe(
            onNext: { _ in log(Task.isCancelled) }, onCompleted: { ends.up() })
        #expect(await eventually { ends.value == 1 })
        #expect(log.entries == [false, false])
        subscription.dispose()
    }

    @Test("mapAsync delivers an error in a task that isn't canceled") func notCancelledAtError() async {
        let log = Log<Bool>()
        let subscription = Observable.just(1).mapAsync(maxConcurrent: 1) { _ -> Int in throw Oops() }
            .subscribe(onError: { _ in log(Task.isCancelled) })
        #expect(await eventually { log.entries == [false] })
        subscription.dispose()
    }

    @Test(
        "No closure receives a waiting result, and no task starts, after mapAsync ends", arguments: [true, false])
    func closuresAfterTheEnd(_ fails: Bool) async {
        let (doors, subject, started, mapped, ends) = (
            Doors(), PublishSubject<Int>(), Log<Int>(), Log<Int>(), Count()
        )
        let subscription = subject.mapAsync(maxConcurrent: 3) { number in
            started(number)
            await doors.wait(at: number)
            return number
        }.map { number in
            mapped(number)
            if fails { throw Oops() }
            return number
        }.take(1).subscribe(onError: { _ in ends.up() }, onCompleted: { ends.up() })
        // A task retains its task-local values until it has passed on its result and finished.
        let running = Count()
        for number in 1...5 { TaskToken.$token.withValue(Token(running)) { subject.onNext(number) } }
        #expect(await eventually { doors.waiting == [1, 2, 3] })
        doors.open(2)
        doors.open(3)
        #expect(await eventually { running.value == 1 })
        doors.open(1)
        #expect(await eventually { ends.value == 1 })
        #expect(await eventually { running.value == 0 })
        #expect(mapped.entries == [1])
        #expect(Set(started.entries) == [1, 2, 3])
        subscription.dispose()
    }

    @Test("Disposal of mapAsync cancels the running tasks and starts no others") func disposal() async {
        let (log, started, cancelled) = (Log<Int>(), Count(), Count())
        let subscription = Observable.of(1, 2, 3).mapAsync(maxConcurrent: 2) { number in
            started.up()
            do { try await Task.sleep(for: .seconds(100)) } catch { cancelled.up() }
            return number
        }.subscribe(onNext: { log($0) })
        #expect(await eventually { started.value == 2 })
        subscription.dispose()
        #expect(await eventually { cancelled.value == 2 })
        #expect(log.entries.isEmpty && started.value == 2)
    }

    @Test("mapAsync forwards an error immediately, and completes with an empty source") func source() {
        let log = Log<Event<Int>>()
        _ = Observable<Int>.error(Oops()).mapAsync(maxConcurrent: 1) { $0 }.subscribe { log($0) }
        _ = Observable<Int>.empty().mapAsync(maxConcurrent: 1) { $0 }.subscribe { log($0) }
        #expect(log.entries == [.error(Oops()), .completed])
    }

    @Test("mapAsync delivers 1,000 elements over eight tasks, serially and in order") func many() async {
        let observer = Exclusive<Int>()
        let subscription = Observable.from(0..<1_000).mapAsync(maxConcurrent: 8) { number in
            if number % 7 == 0 { await Task.yield() }
            return number
        }.subscribe(observer)
        #expect(await eventually { observer.ends == 1 })
        #expect(observer.elements == Array(0..<1_000) && observer.violations == 0)
        subscription.dispose()
    }

    @Test("A disposal that races with mapAsync's results stops delivery and releases everything") func race() async {
        for _ in 0..<100 {
            let released = WeakToken()
            let (observer, subject) = (Exclusive<Int>(), PublishSubject<Int>())
            do {
                let kept = Token()
                released.object = kept
                let subscription = subject.mapAsync(maxConcurrent: 4) { number in
                    kept.touch()
                    await Task.yield()
                    return number
                }.subscribe(observer)
                for number in 0..<8 { subject.onNext(number) }
                await Task.yield()
                subscription.dispose()
            }
            #expect(await eventually { released.object == nil })
            #expect(observer.violations == 0 && !subject.hasObservers)
        }
    }
}
