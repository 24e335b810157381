import Freshet
import Testing

/// A source of the user that sends from two threads at the same time.
private struct TwoThreads: ObservableType, Sendable {
    typealias Element = Int
    let count: Int

    func subscribe<Observer: ObserverType & Sendable>(_ observer: Observer) -> any Disposable
    where Observer.Element == Int {
        let erased = AnyObserver(observer)
        let send: @Sendable () -> Void = { for number in 0..<count { erased.onNext(number) } }
        concurrently(send, send)
        erased.onCompleted()
        return Disposables.create()
    }
}

@Suite("A user's source that sends from two threads") struct UnserializedSourceTests {
    @Test("A user's source that sends from two threads loses no element and corrupts nothing", arguments: 0..<5)
    func serialized(_ number: Int) {
        let (source, count) = (TwoThreads(count: 2_000), 4_000)
        let log = Log<Int>()
        let counted: [Observable<Int>] = [
            source.toArray().asObservable().map(\.count), source.takeLast(.max).scan(0) { sum, _ in sum + 1 },
            source.scan(0) { sum, _ in sum + 1 }, source.reduce(0) { sum, _ in sum + 1 },
            source.scan(into: 0) { sum, _ in sum += 1 },
        ]
        counted[number].subscribe(onNext: { log($0) }).dispose()
        #expect(log.entries.last == count)
    }
}
