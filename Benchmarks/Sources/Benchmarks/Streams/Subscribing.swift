import Freshet
import OpenCombine

/// What it costs to begin and end.
///
/// A "subscription" is one to a chain that stands already; a "chain" is made first.
let subscribing: [Case] = [
    Case(
        "12 stages subscribed", unit: "subscription",
        Contender(Contender.freshet) { count in
            let stream = twelveStages(PublishSubject<Int>())
            for _ in 0..<count { stream.subscribe(onNext: { _ in }).dispose() }
            return 0
        },
        Contender(Contender.openCombine) { count in
            let stream = twelveStages(PassthroughSubject<Int, Never>())
            for _ in 0..<count { stream.sink { _ in }.cancel() }
            return 0
        }),
    Case(
        "12 stages made and subscribed", unit: "chain",
        Contender(Contender.freshet) { count in
            let subject = PublishSubject<Int>()
            for _ in 0..<count { twelveStages(subject).subscribe(onNext: { _ in }).dispose() }
            return 0
        },
        Contender(Contender.openCombine) { count in
            let subject = PassthroughSubject<Int, Never>()
            for _ in 0..<count { twelveStages(subject).sink { _ in }.cancel() }
            return 0
        }),
]
