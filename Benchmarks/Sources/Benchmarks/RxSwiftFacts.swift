import Harness

/// Times of RxSwift 6.10 and a peer on a two-core Linux machine, in nanoseconds per unit; release builds with opaque closures.
///
/// Without a peer, the fastest library was ReactiveSwift or is unknown.
let rxSwiftFacts: [String: Fact] = [
    "PublishSubjectPumping": Fact(rxSwift: 246, Contender.openCombine, 92),
    "PublishSubjectCreating": Fact(rxSwift: 1_481, Contender.openCombine, 1_293),
    "MapFilterPumping": Fact(rxSwift: 1_030, Contender.openCombine, 262),
    "MapFilterCreating": Fact(rxSwift: 10_296, Contender.openCombine, 5_072),
    "100 maps deep": Fact(rxSwift: 8_101),
    "from(array) → scan → filter": Fact(rxSwift: 1_882, Contender.openCombine, 55),
    "FlatMapsPumping": Fact(rxSwift: 3_734, Contender.asyncSequence, 2_741),
    "FlatMapsCreating": Fact(rxSwift: 11_752, Contender.asyncSequence, 5_331),
    "FlatMapLatestPumping": Fact(rxSwift: 3_742, Contender.openCombine, 2_926),
    "FlatMapLatestCreating": Fact(rxSwift: 11_998, Contender.openCombine, 6_516),
    "CombineLatestPumping": Fact(rxSwift: 2_192),
    "CombineLatestCreating": Fact(rxSwift: 28_477),
    "zip": Fact(rxSwift: 1_374),
    "withLatestFrom": Fact(rxSwift: 703),
    "distinctUntilChanged": Fact(rxSwift: 317),
    "merge of 8": Fact(rxSwift: 340),
    "merge(maxConcurrent: 2), inners of 10": Fact(rxSwift: 7_890),
    "concat of 1,000 justs": Fact(rxSwift: 1_567),
    "share(replay: 1) to 4": Fact(rxSwift: 684),
    "relay to 100": Fact(rxSwift: 72),
    "subject to 1,000": Fact(rxSwift: 71),
    "observe(on: serial)": Fact(rxSwift: 1_163),
    "two threads into one merge": Fact(rxSwift: 340),
]
