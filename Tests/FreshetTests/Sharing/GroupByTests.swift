import Freshet
import FreshetTest
import Testing

@Suite("groupBy") struct GroupByTests {
    @Test("groupBy emits a group for each key, with all its elements") func groups() {
        let log = Log<String>()
        _ = Observable.from(1...6).groupBy { $0 % 3 }.subscribe(
            onNext: { group in
                log("group \(group.key)")
                _ = group.subscribe(onNext: { log("\(group.key): \($0)") }, onCompleted: { log("\(group.key) ends") })
            }, onCompleted: { log("end") })
        #expect(
            log.entries == [
                "group 1", "1: 1", "group 2", "2: 2", "group 0", "0: 3", "1: 4", "2: 5", "0: 6", "1 ends", "2 ends",
                "0 ends", "end",
            ])
    }

    @Test("An error of the source or the selector ends all groups") func failure() {
        let log = Log<String>()
        _ = Observable.of(1, 2, 3).groupBy { if $0 == 3 { throw Oops() } else { $0 } }.subscribe(
            onNext: { group in _ = group.subscribe(onError: { _ in log("group \(group.key) fails") }) },
            onError: { _ in log("fails") })
        #expect(log.entries == ["group 1 fails", "group 2 fails", "fails"])
    }

    @Test("groupBy disposes the source after the groups and the stream of groups are disposed") func release() {
        let (subject, log, inner) = (PublishSubject<Int>(), Log<Int>(), SerialDisposable())
        let outer = subject.groupBy { $0 % 2 }.subscribe(onNext: { group in
            if group.key == 1 { inner.disposable = group.subscribe(onNext: { log($0) }) }
        })
        subject.onNext(1)
        subject.onNext(2)
        outer.dispose()
        subject.onNext(3)
        subject.onNext(4)
        #expect(log.entries == [1, 3] && subject.hasObservers)
        inner.dispose()
        #expect(!subject.hasObservers)
    }

    @Test("A re-entrant element goes to the group of its key") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<[Int]>())
        let subscription = subject.groupBy { $0 % 2 }.flatMap { group in group.map { [group.key, $0] } }
            .subscribe(onNext: { entry in
                log(entry)
                if entry == [1, 1] { subject.onNext(2) }
            })
        subject.onNext(1)
        subject.onNext(3)
        #expect(log.entries == [[1, 1], [0, 2], [1, 3]])
        subscription.dispose()
    }

    @Test("A GroupedObservable can be created from a key and a stream") func publicInitializer() {
        let log = Log<Int>()
        let group = GroupedObservable(key: "a", source: Observable.of(1, 2))
        _ = group.asObservable().subscribe(onNext: { log($0) })
        #expect(group.key == "a" && log.entries == [1, 2])
    }

    @Test("groupBy meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.groupBy {
                context.token.touch(); return $0
            }.flatMap { $0 }
        }
    }
}
