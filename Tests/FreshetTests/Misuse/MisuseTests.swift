import Foundation
import Freshet
import FreshetTest
import Testing

/// Returns the misuses reported while `body` runs.
private func reports(_ body: () throws -> Void) rethrows -> [Misuse] {
    let log = Log<Misuse>()
    let former = Hooks.misuseHandler
    Hooks.misuseHandler = { log($0) }
    defer { Hooks.misuseHandler = former }
    try body()
    // Other tests may run at the same time.
    return log.entries.filter { $0.location?.contains("MisuseTests") ?? true }
}

/// True if this system can symbolicate a call stack.
private var reportsLocations: Bool {
    #if os(Linux) && canImport(Glibc)
    true
    #else
    false
    #endif
}

/// True if this is a debug build, like the module under test.
private var isDebugBuild: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
}

/// An operator with an unbounded buffer, and a closure that fills the buffer with `count` events.
private struct Growing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let grow: @Sendable (_ count: Int) -> any Disposable

    /// A scheduler whose clock never advances.
    static let idle = TestScheduler(initialClock: 0)

    static let all: [Growing] = [
        Growing(testDescription: "observe") { Observable.range(start: 0, count: $0).observe(on: idle).subscribe() },
        Growing(testDescription: "delay") {
            Observable.range(start: 0, count: $0).delay(.seconds(1_000), scheduler: idle).subscribe()
        },
        Growing(testDescription: "zip") {
            Observable.zip(Observable.range(start: 0, count: $0), Observable<Int>.never()).subscribe()
        },
        Growing(testDescription: "concatMap") {
            Observable.range(start: 0, count: $0 + 1).concatMap { _ in Observable<Int>.never() }.subscribe()
        },
        Growing(testDescription: "merge") {
            Observable.range(start: 0, count: $0 + 1).map { _ in Observable<Int>.never() }.merge(maxConcurrent: 1)
                .subscribe()
        },
        Growing(testDescription: "values") { count in
            let subject = PublishSubject<Int>()
            let values = subject.values
            for number in 0..<count { subject.onNext(number) }
            return Disposables.create { withExtendedLifetime(values) {} }
        },
    ]
}

@Suite("Reports of misuse in debug builds", .serialized, .blocking) struct MisuseTests {
    @Test("A debug build reports an observer that feeds its own source endlessly", .enabled(if: isDebugBuild))
    func reentrancy() {
        let subject = PublishSubject<Int>()
        let line = #line - 1
        let subscription = subject.subscribe(onNext: { if $0 < 300 { subject.onNext($0 + 1) } })
        let misuses = reports { subject.onNext(0) }
        #expect(misuses.map(\.kind) == [.reentrancy(depth: 100)])
        #expect(misuses.first?.name == (reportsLocations ? "PublishSubject" : nil))
        #expect(misuses.first?.location == (reportsLocations ? "Misuse/MisuseTests.swift:\(line)" : nil))
        subscription.dispose()
    }

    @Test("A debug build reports a relay that feeds itself once", .enabled(if: isDebugBuild)) func relay() {
        let relay = BehaviorRelay(value: 0)
        let subscription = relay.subscribe(onNext: { if $0 > 0, $0 < 300 { relay.accept($0 + 1) } })
        let misuses = reports { relay.accept(1) }
        #expect(misuses.map(\.kind) == [.reentrancy(depth: 100)])
        #expect(misuses.first?.name == (reportsLocations ? "BehaviorRelay" : nil))
        subscription.dispose()
    }

    @Test("A debug build reports an event sent after the terminal event in create", .enabled(if: isDebugBuild))
    func late() {
        let line = #line + 3
        let misuses = reports {
            for _ in 1...2 {
                let stream = Observable<Int>.create { observer in
                    observer.onCompleted()
                    observer.onNext(1)
                    observer.onCompleted()
                    return Disposables.create()
                }
                _ = stream.subscribe()
            }
        }
        #expect(misuses.map(\.kind) == [.eventAfterEnd])
        #expect(misuses.first?.name == (reportsLocations ? "create" : nil))
        #expect(misuses.first?.location == (reportsLocations ? "Misuse/MisuseTests.swift:\(line)" : nil))
    }

    @Test("A debug build reports an observer kept beyond the end", .enabled(if: isDebugBuild)) func keptObserver() {
        let kept = Box<AnyObserver<Int>?>(nil)
        let make: (@escaping @Sendable (AnyObserver<Int>) -> any Disposable) -> Observable<Int> = Observable<Int>.create
        let stream = make { observer in
            kept.value = observer
            return Disposables.create()
        }
        _ = stream.subscribe(onError: { _ in })
        let misuses = reports {
            kept.value?.onError(Oops())
            kept.value?.onNext(1)
        }
        #expect(misuses.map(\.kind) == [.eventAfterEnd])
        let start = reportsLocations ? "create (Misuse/MisuseTests.swift:" : "A stream has sent an event"
        #expect(misuses.first?.description.hasPrefix(start) == true)
    }

    @Test("A debug build doesn't report events after disposal") func disposed() {
        let misuses = reports {
            _ = Observable<Int>.create { observer in
                for number in 0..<10 { observer.onNext(number) }
                observer.onCompleted()
                return Disposables.create()
            }.take(1).subscribe()
        }
        #expect(misuses.isEmpty)
    }

    @Test("A debug build reports a growing buffer without a bound", .enabled(if: isDebugBuild), arguments: Growing.all)
    fileprivate func growing(_ buffer: Growing) {
        let mark = Hooks.bufferThreshold
        defer { Hooks.bufferThreshold = mark }
        Hooks.bufferThreshold = 50
        let misuses = reports { buffer.grow(200).dispose() }
        #expect(misuses.map(\.kind) == [.growingBuffer(count: 50)])
        #expect(misuses.first?.name == (reportsLocations ? buffer.testDescription : nil))
        #expect((misuses.first?.location != nil) == reportsLocations)
    }

    @Test("A debug build reports events of other threads that wait for a slow observer", .enabled(if: isDebugBuild))
    func slow() {
        let mark = Hooks.bufferThreshold
        defer { Hooks.bufferThreshold = mark }
        Hooks.bufferThreshold = 50
        let (subject, isBusy, proceed) = (PublishSubject<Int>(), Gate(), Gate())
        let subscription = subject.subscribe(onNext: { number in
            if number == -1 {
                isBusy.open()
                proceed.wait()
            }
        })
        let misuses = reports {
            concurrently(
                { subject.onNext(-1) },
                {
                    isBusy.wait()
                    for number in 0..<60 { subject.onNext(number) }
                    proceed.open()
                })
        }
        #expect(misuses.map(\.kind) == [.growingBuffer(count: 50)])
        #expect(misuses.first?.name == (reportsLocations ? "PublishSubject" : nil))
        subscription.dispose()
    }

    @Test("A debug build doesn't report a bounded buffer") func bounded() {
        let mark = Hooks.bufferThreshold
        defer { Hooks.bufferThreshold = mark }
        Hooks.bufferThreshold = 50
        let misuses = reports {
            Observable.range(start: 0, count: 200).observe(on: Growing.idle, buffering: .newest(10)).subscribe()
                .dispose()
        }
        #expect(misuses.isEmpty)
    }

    @Test("A release build reports nothing", .enabled(if: !isDebugBuild)) func release() {
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe(onNext: { if $0 < 300 { subject.onNext($0 + 1) } })
        let misuses = reports {
            subject.onNext(0)
            for buffer in Growing.all { buffer.grow(20_000).dispose() }
        }
        #expect(misuses.isEmpty)
        subscription.dispose()
    }
}
