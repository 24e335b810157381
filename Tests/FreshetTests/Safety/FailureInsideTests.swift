import Freshet
import Testing

@Suite("An element that arrives while a stage delivers its own failure") struct FailureInsideTests {
    /// An operator whose closure calls the given closure, which throws.
    struct Operator: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (Observable<Int>, @escaping @Sendable () throws -> Void) -> Observable<Int>

        init(
            _ name: String,
            _ apply: @escaping @Sendable (Observable<Int>, @escaping @Sendable () throws -> Void) -> Observable<Int>
        ) {
            testDescription = name
            self.apply = apply
        }
    }

    private static let operators: [Operator] = [
        Operator("map") { source, check in
            source.map { element in
                try check()
                return element
            }
        },
        Operator("filter") { source, check in
            source.filter { _ in
                try check()
                return true
            }
        },
        Operator("map and filter") { source, check in
            source.map { $0 }.filter { _ in
                try check()
                return true
            }
        },
        Operator("compactMap") { source, check in
            source.compactMap { element in
                try check()
                return element
            }
        },
        Operator("do(onNext:)") { source, check in source.do(onNext: { _ in try check() }) },
        Operator("scan") { source, check in
            source.scan(0) { _, element in
                try check()
                return element
            }
        },
        Operator("scan(into:)") { source, check in source.scan(into: 0) { _, _ in try check() } },
        Operator("reduce") { source, check in
            source.reduce(0) { _, element in
                try check()
                return element
            }
        },
        Operator("distinctUntilChanged") { source, check in
            source.distinctUntilChanged { element in
                try check()
                return element
            }
        },
        Operator("take(while:)") { source, check in
            source.take(while: { _ in
                try check()
                return true
            })
        },
        Operator("skip(while:)") { source, check in
            source.skip(while: { _ in
                try check()
                return false
            })
        },
        Operator("single") { source, check in
            source.single { _ in
                try check()
                return true
            }
        },
        Operator("flatMap") { source, check in
            source.flatMap { element in
                try check()
                return Observable.just(element)
            }
        },
        Operator("flatMapLatest") { source, check in
            source.flatMapLatest { element in
                try check()
                return Observable.just(element)
            }
        },
        Operator("withLatestFrom") { source, check in
            source.withLatestFrom(Observable.just(1)) { element, _ in
                try check()
                return element
            }
        },
        Operator("combineLatest") { source, check in
            Observable.combineLatest(source, Observable.just(1)) { element, _ in
                try check()
                return element
            }
        },
        Operator("dematerialize") { source, check in
            source.map { element -> Event<Int> in
                do { try check() } catch { return .error(error) }
                return .next(element)
            }.dematerialize()
        },
    ]

    @Test("An element that arrives during a stage's failure is dropped without calling a closure", arguments: operators)
    func isDropped(_ tested: Operator) {
        let (source, calls, log) = (PublishSubject<Int>(), Count(), Log<String>())
        let stage = tested.apply(source) { if calls.up() == 1 { throw Oops() } }
        let subscription = stage.materialize().do(onNext: { event in
            if event.isStopEvent { source.onNext(2) }
        }).subscribe(
            onNext: { log($0.isStopEvent ? "failure" : "element") }, onCompleted: { log("completed") })
        source.onNext(1)
        #expect(log.entries == ["failure", "completed"])
        #expect(calls.value == (tested.testDescription == "dematerialize" ? 2 : 1))
        subscription.dispose()
    }
}
