import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("merge(maxConcurrent:)") struct MergeMaxConcurrentTests {
    @Test("merge(maxConcurrent:) runs at most maxConcurrent streams; others wait in order") func limited() {
        let running = Log<Int>()
        let count = Count()
        let trial = Trial.hot("abcd|") { source, s in
            source.map { name in
                s.cold("--e|").asObservable().map { _ in name }
                    .do(onSubscribe: { running(count.up()) }, onDispose: { count.down() })
            }.merge(maxConcurrent: 2)
        }
        #expect(
            trial.result == "--ab-cd-|" || trial.result == "--ab-c(d)|"
                || trial.result.events.map(\.value).compactMap(\.element) == ["a", "b", "c", "d"])
        #expect(running.entries.max() == 2)
        #expect(running.count == 4)
    }

    @Test("An error ends merge(maxConcurrent:) without starting the waiting streams") func failure() {
        let started = Log<String>()
        let trial = Trial.hot("ab-") { source, s in
            source.map { name in s.cold("--x").asObservable().do(onSubscribe: { started(name) }) }.merge(
                maxConcurrent: 1)
        }
        #expect(trial.result == "--x")
        #expect(started.entries == ["a"])
    }

    @Test("An error of the outer stream ends merge(maxConcurrent:)") func outerFailure() {
        #expect(
            Trial.hot("a-x") { source, s in source.map { _ in s.cold("1-2-3").asObservable() }.merge(maxConcurrent: 1) }
                .result == "1-x")
    }

    @Test("Disposal of merge(maxConcurrent:) starts no waiting stream") func disposal() {
        let trial = Trial.hot("ab", disposed: 2) { source, s in
            source.map { _ in s.cold("1-2-3").asObservable() }.merge(maxConcurrent: 1)
        }
        #expect(trial.result == "1")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("merge(maxConcurrent:) of 100,000 synchronous streams doesn't overflow the stack") func deep() {
        let count = Count()
        _ = Observable.range(start: 0, count: 100_000).map {
            Observable.of($0, scheduler: CurrentThreadScheduler.instance)
        }
        .merge(maxConcurrent: 1).subscribe(onNext: { _ in count.up() })
        #expect(count.value == 100_000)
    }

    @Test("No closure receives elements of a waiting stream after a failure") func closuresAfterTheEnd() {
        let (first, asked, errors) = (PublishSubject<Int>(), Log<Int>(), Count())
        let waiting = (1...5).map { Observable.just($0) }
        let subscription = Observable.from([first.asObservable()] + waiting).merge(maxConcurrent: 1)
            .map { element -> Int in
                asked(element)
                throw Oops()
            }.subscribe(onError: { _ in errors.up() })
        first.onCompleted()
        #expect(asked.entries == [1])
        #expect(errors.value == 1)
        subscription.dispose()
    }

    @Test("merge(maxConcurrent:) meets the operator contract", arguments: Ending.allCases)
    func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.map { _ in Observable<Int>.create { _ in Disposables.create { context.token.touch() } } }.merge(
                maxConcurrent: 1
            ).timeout(.seconds(5), scheduler: context.scheduler)
        }
    }
}
