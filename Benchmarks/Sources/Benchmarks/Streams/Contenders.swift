import Freshet
import Harness

/// The contenders of a case about elements: each sums the delivered elements.
extension Contender {
    static func byLoop(
        _ detail: String = "", _ body: @escaping @Sendable (_ count: Int, _ sum: Sum) -> Void
    ) -> Contender {
        summing(loop + detail, body)
    }

    static func byFreshet(_ body: @escaping @Sendable (_ count: Int, _ sum: Sum) -> Void) -> Contender {
        summing(freshet, body)
    }

    static func byOpenCombine(
        _ detail: String = "", _ body: @escaping @Sendable (_ count: Int, _ sum: Sum) -> Void
    ) -> Contender {
        summing(openCombine + detail, body)
    }

    static func byAsyncSequence(
        _ detail: String = "", _ body: @escaping @Sendable (_ count: Int, _ sum: Sum) async -> Void
    ) -> Contender {
        summing(async: asyncSequence + detail, body)
    }

    static func summing(
        _ name: String, _ body: @escaping @Sendable (_ count: Int, _ sum: Sum) -> Void
    ) -> Contender {
        Contender(name) { count in
            let sum = Sum()
            body(count, sum)
            return sum.value
        }
    }

    static func summing(
        async name: String, _ body: @escaping @Sendable (_ count: Int, _ sum: Sum) async -> Void
    ) -> Contender {
        Contender(async: name) { count in
            let sum = Sum()
            await body(count, sum)
            return sum.value
        }
    }
}

/// The source of RxSwift's own benchmarks: a loop that sends 0 up to `count` to the observer of one subscription.
func created(_ count: Int) -> Observable<Int> {
    .create { observer in
        for element in 0..<count { observer.onNext(element) }
        return Disposables.create()
    }
}
