// Written by Scripts/draw-marbles.py from docs/marbles.txt; change that instead.
// swift-format-ignore-file
import Dispatch
import Freshet
import FreshetTest

extension Picture {
    static let all = [p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35, p36, p37, p38, p39, p40, p41, p42, p43, p44, p45, p46, p47, p48, p49, p50, p51, p52, p53, p54, p55, p56, p57, p58, p59, p60, p61, p62, p63, p64, p65, p66, p67, p68, p69, p70, p71]

    static let p0 =
    Picture("just", until: 30) { scheduler in
        let stream = Observable.just("a")
        return drawn(stream)
    } shows: {
        [(0, #"(a|)"#)]
    }

    static let p1 =
    Picture("of", until: 30) { scheduler in
        let stream = Observable.of("a", "b", "c")
        return drawn(stream)
    } shows: {
        [(0, #"(abc|)"#)]
    }

    static let p2 =
    Picture("range", until: 30) { scheduler in
        let stream = Observable.range(start: 5, count: 3)
        return drawn(stream)
    } shows: {
        [(0, #"(567|)"#)]
    }

    static let p3 =
    Picture("generate", until: 30) { scheduler in
        let stream = Observable.generate(
            initialState: 1, condition: { $0 < 10 }, iterate: { $0 * 2 })
        return drawn(stream)
    } shows: {
        [(0, #"(1248|)"#)]
    }

    static let p4 =
    Picture("empty", until: 30) { scheduler in
        let stream = Observable<String>.empty()
        return drawn(stream)
    } shows: {
        [(0, #"|"#)]
    }

    static let p5 =
    Picture("never", until: 30) { scheduler in
        let stream = Observable<String>.never()
        return drawn(stream)
    } shows: {
        [(0, #""#)]
    }

    static let p6 =
    Picture("error", until: 30) { scheduler in
        let stream = Observable<String>.error(MarbleError())
        return drawn(stream)
    } shows: {
        [(0, #"x"#)]
    }

    static let p7 =
    Picture("interval", until: 14) { scheduler in
        let stream = Observable<Int>.interval(.seconds(3), scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"---0--1--2--3"#)]
    }

    static let p8 =
    Picture("timer", until: 30) { scheduler in
        let stream = Observable<Int>.timer(.seconds(5), scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"-----(0|)"#)]
    }

    static let p9 =
    Picture("timer-period", until: 14) { scheduler in
        let stream = Observable<Int>.timer(
            .seconds(2), period: .seconds(4), scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"--0---1---2"#)]
    }

    static let p10 =
    Picture("map", until: 30) { scheduler in
        let a = scheduler.cold("---1---2---3---|", digits).asObservable()
        let stream = a.map { $0 * 10 }
        return drawn(stream)
    } shows: {
        [(0, #"---{10}---{20}---{30}---|"#)]
    }

    static let p11 =
    Picture("compactMap", until: 30) { scheduler in
        let a = scheduler.cold("--4--o--5--?--6--|").asObservable()
        let stream = a.compactMap { Int($0) }
        return drawn(stream)
    } shows: {
        [(0, #"--4-----5-----6--|"#)]
    }

    static let p12 =
    Picture("scan", until: 30) { scheduler in
        let a = scheduler.cold("---1---2---3---|", digits).asObservable()
        let stream = a.scan(0) { $0 + $1 }
        return drawn(stream)
    } shows: {
        [(0, #"---1---3---6---|"#)]
    }

    static let p13 =
    Picture("reduce", until: 30) { scheduler in
        let a = scheduler.cold("---1---2---3---|", digits).asObservable()
        let stream = a.reduce(0) { $0 + $1 }
        return drawn(stream)
    } shows: {
        [(0, #"---------------(6|)"#)]
    }

    static let p14 =
    Picture("toArray", until: 30) { scheduler in
        let a = scheduler.cold("---a---b---c---|").asObservable()
        let stream = a.toArray()
        return drawn(stream)
    } shows: {
        [(0, #"---------------({[abc]}|)"#)]
    }

    static let p15 =
    Picture("pairwise", until: 30) { scheduler in
        let a = scheduler.cold("--a---b---c---|").asObservable()
        let stream = a.pairwise()
        return drawn(stream)
    } shows: {
        [(0, #"------{ab}---{bc}---|"#)]
    }

    static let p16 =
    Picture("enumerated", until: 30) { scheduler in
        let a = scheduler.cold("--a---b---c---|").asObservable()
        let stream = a.enumerated()
        return drawn(stream)
    } shows: {
        [(0, #"--{0a}---{1b}---{2c}---|"#)]
    }

    static let p17 =
    Picture("collect", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--d--e--|").asObservable()
        let stream = a.collect(2)
        return drawn(stream)
    } shows: {
        [(0, #"-----{[ab]}-----{[cd]}-----({[e]}|)"#)]
    }

    static let p18 =
    Picture("flatMap", until: 30) { scheduler in
        let a = scheduler.cold("--1-----2-----|", digits).asObservable()
        let b = scheduler.cold("p---q---r|").asObservable()
        let stream = a.flatMap { number in b.map { "\(number)\($0)" } }
        return drawn(stream)
    } shows: {
        [(0, #"--{1p}---{1q}-{2p}-{1r}-{2q}---{2r}|"#)]
    }

    static let p19 =
    Picture("flatMapLatest", until: 30) { scheduler in
        let a = scheduler.cold("--1-----2-----|", digits).asObservable()
        let b = scheduler.cold("p---q---r|").asObservable()
        let stream = a.flatMapLatest { number in b.map { "\(number)\($0)" } }
        return drawn(stream)
    } shows: {
        [(0, #"--{1p}---{1q}-{2p}---{2q}---{2r}|"#)]
    }

    static let p20 =
    Picture("flatMapFirst", until: 30) { scheduler in
        let a = scheduler.cold("--1-----2-----3----|", digits).asObservable()
        let b = scheduler.cold("p---q---r|").asObservable()
        let stream = a.flatMapFirst { number in b.map { "\(number)\($0)" } }
        return drawn(stream)
    } shows: {
        [(0, #"--{1p}---{1q}---{1r}---{3p}---{3q}---{3r}|"#)]
    }

    static let p21 =
    Picture("concatMap", until: 30) { scheduler in
        let a = scheduler.cold("--1-----2-----|", digits).asObservable()
        let b = scheduler.cold("p---q---r|").asObservable()
        let stream = a.concatMap { number in b.map { "\(number)\($0)" } }
        return drawn(stream)
    } shows: {
        [(0, #"--{1p}---{1q}---{1r}{2p}---{2q}---{2r}|"#)]
    }

    static let p22 =
    Picture("flatMap-maxConcurrent", until: 30) { scheduler in
        let a = scheduler.cold("-1-2-3------|", digits).asObservable()
        let b = scheduler.cold("p---q|").asObservable()
        let stream = a.flatMap(maxConcurrent: 2) { number in
            b.map { "\(number)\($0)" }
        }
        return drawn(stream)
    } shows: {
        [(0, #"-{1p}-{2p}-{1q}{3p}{2q}--{3q}-|"#)]
    }

    static let p23 =
    Picture("filter", until: 30) { scheduler in
        let a = scheduler.cold("--1--2--3--4--|", digits).asObservable()
        let stream = a.filter { $0.isMultiple(of: 2) }
        return drawn(stream)
    } shows: {
        [(0, #"-----2-----4--|"#)]
    }

    static let p24 =
    Picture("ignoreElements", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--|").asObservable()
        let stream = a.ignoreElements()
        return drawn(stream)
    } shows: {
        [(0, #"-----------|"#)]
    }

    static let p25 =
    Picture("distinctUntilChanged", until: 30) { scheduler in
        let a = scheduler.cold("--a--a--b--b--a--|").asObservable()
        let stream = a.distinctUntilChanged()
        return drawn(stream)
    } shows: {
        [(0, #"--a-----b-----a--|"#)]
    }

    static let p26 =
    Picture("take", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--d--|").asObservable()
        let stream = a.take(2)
        return drawn(stream)
    } shows: {
        [(0, #"--a--(b|)"#)]
    }

    static let p27 =
    Picture("takeLast", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--d--|").asObservable()
        let stream = a.takeLast(2)
        return drawn(stream)
    } shows: {
        [(0, #"--------------(cd|)"#)]
    }

    static let p28 =
    Picture("take-while", until: 30) { scheduler in
        let a = scheduler.cold("--1--2--3--1--|", digits).asObservable()
        let stream = a.take(while: { $0 < 3 })
        return drawn(stream)
    } shows: {
        [(0, #"--1--2--|"#)]
    }

    static let p29 =
    Picture("take-until", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--d--e--|").asObservable()
        let b = scheduler.cold("---------z---|").asObservable()
        let stream = a.take(until: b)
        return drawn(stream)
    } shows: {
        [(0, #"--a--b--c|"#)]
    }

    static let p30 =
    Picture("skip", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--d--|").asObservable()
        let stream = a.skip(2)
        return drawn(stream)
    } shows: {
        [(0, #"--------c--d--|"#)]
    }

    static let p31 =
    Picture("skip-while", until: 30) { scheduler in
        let a = scheduler.cold("--1--2--3--1--|", digits).asObservable()
        let stream = a.skip(while: { $0 < 3 })
        return drawn(stream)
    } shows: {
        [(0, #"--------3--1--|"#)]
    }

    static let p32 =
    Picture("skip-until", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--d--e--|").asObservable()
        let b = scheduler.cold("-------z---|").asObservable()
        let stream = a.skip(until: b)
        return drawn(stream)
    } shows: {
        [(0, #"--------c--d--e--|"#)]
    }

    static let p33 =
    Picture("element-at", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--|").asObservable()
        let stream = a.element(at: 1)
        return drawn(stream)
    } shows: {
        [(0, #"-----(b|)"#)]
    }

    static let p34 =
    Picture("single", until: 30) { scheduler in
        let a = scheduler.cold("---a---b---|").asObservable()
        let stream = a.single()
        return drawn(stream)
    } shows: {
        [(0, #"---a---x"#)]
    }

    static let p35 =
    Picture("first", until: 30) { scheduler in
        let a = scheduler.cold("---a---b---|").asObservable()
        let stream = a.first()
        return drawn(stream)
    } shows: {
        [(0, #"---(a|)"#)]
    }

    static let p36 =
    Picture("ifEmpty", until: 30) { scheduler in
        let a = scheduler.cold("-------|").asObservable()
        let stream = a.ifEmpty(default: "o")
        return drawn(stream)
    } shows: {
        [(0, #"-------(o|)"#)]
    }

    static let p37 =
    Picture("merge", until: 30) { scheduler in
        let a = scheduler.cold("--a-----b-----c--|").asObservable()
        let b = scheduler.cold("----1-----2-|", digits).asObservable()
        let stream = Observable.merge(a, b.map(String.init))
        return drawn(stream)
    } shows: {
        [(0, #"--a-1---b-2---c--|"#)]
    }

    static let p38 =
    Picture("concat", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--|").asObservable()
        let b = scheduler.cold("---c--d--|").asObservable()
        let stream = a.concat(b)
        return drawn(stream)
    } shows: {
        [(0, #"--a--b-----c--d--|"#)]
    }

    static let p39 =
    Picture("startWith", until: 30) { scheduler in
        let a = scheduler.cold("---a---b---|").asObservable()
        let stream = a.startWith("o")
        return drawn(stream)
    } shows: {
        [(0, #"o--a---b---|"#)]
    }

    static let p40 =
    Picture("combineLatest", until: 30) { scheduler in
        let a = scheduler.cold("--a-----b--------c--|").asObservable()
        let b = scheduler.cold("----1------2--3--|", digits).asObservable()
        let stream = Observable.combineLatest(a, b)
        return drawn(stream)
    } shows: {
        [(0, #"----{a1}---{b1}--{b2}--{b3}--{c3}--|"#)]
    }

    static let p41 =
    Picture("zip", until: 30) { scheduler in
        let a = scheduler.cold("--a-----b----c--|").asObservable()
        let b = scheduler.cold("----1-2---------3---|", digits).asObservable()
        let stream = Observable.zip(a, b)
        return drawn(stream)
    } shows: {
        [(0, #"----{a1}---{b2}-------{c3}---|"#)]
    }

    static let p42 =
    Picture("withLatestFrom", until: 30) { scheduler in
        let a = scheduler.cold("--a-----b--c------d--|").asObservable()
        let b = scheduler.cold("----1---------2--|", digits).asObservable()
        let stream = a.withLatestFrom(b) { "\($0)\($1)" }
        return drawn(stream)
    } shows: {
        [(0, #"--------{b1}--{c1}------{d2}--|"#)]
    }

    static let p43 =
    Picture("amb", until: 30) { scheduler in
        let a = scheduler.cold("-----a--b--|").asObservable()
        let b = scheduler.cold("---c---d---e--|").asObservable()
        let stream = a.amb(b)
        return drawn(stream)
    } shows: {
        [(0, #"---c---d---e--|"#)]
    }

    static let p44 =
    Picture("sample", until: 30) { scheduler in
        let a = scheduler.cold("--a--b-----c-----d--|").asObservable()
        let b = scheduler.cold("------z--z---z--z--z--|").asObservable()
        let stream = a.sample(b)
        return drawn(stream)
    } shows: {
        [(0, #"------b------c-----d--|"#)]
    }

    static let p45 =
    Picture("debounce", until: 30) { scheduler in
        let a = scheduler.cold("-a-b-c------d----e|").asObservable()
        let stream = a.debounce(.seconds(3), scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"--------c------d--(e|)"#)]
    }

    static let p46 =
    Picture("throttle", until: 30) { scheduler in
        let a = scheduler.cold("-a-b-c---------d--e-|").asObservable()
        let stream = a.throttle(.seconds(4), scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"-a---c---------d---e|"#)]
    }

    static let p47 =
    Picture("throttle-first", until: 30) { scheduler in
        let a = scheduler.cold("-a-b-c---------d--e-|").asObservable()
        let stream = a.throttle(.seconds(4), latest: false, scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"-a---c---------d----|"#)]
    }

    static let p48 =
    Picture("delay", until: 30) { scheduler in
        let a = scheduler.cold("--a--b----|").asObservable()
        let stream = a.delay(.seconds(3), scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"-----a--b----|"#)]
    }

    static let p49 =
    Picture("delay-error", until: 30) { scheduler in
        let a = scheduler.cold("--a--b-x").asObservable()
        let stream = a.delay(.seconds(3), scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"-----a-x"#)]
    }

    static let p50 =
    Picture("delaySubscription", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--|").asObservable()
        let stream = a.delaySubscription(.seconds(4), scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"------a--b--|"#)]
    }

    static let p51 =
    Picture("timeout", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--------c--|").asObservable()
        let stream = a.timeout(.seconds(4), scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"--a--b---x"#)]
    }

    static let p52 =
    Picture("timeout-other", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--------c--|").asObservable()
        let b = scheduler.cold("--z-|").asObservable()
        let stream = a.timeout(.seconds(4), other: b, scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"--a--b-----z-|"#)]
    }

    static let p53 =
    Picture("take-for", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--d--|").asObservable()
        let stream = a.take(for: .seconds(9), scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"--a--b--c|"#)]
    }

    static let p54 =
    Picture("skip-for", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--d--|").asObservable()
        let stream = a.skip(.seconds(6), scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"--------c--d--|"#)]
    }

    static let p55 =
    Picture("buffer", until: 30) { scheduler in
        let a = scheduler.cold("-a-bc--d--------|").asObservable()
        let stream = a.buffer(timeSpan: .seconds(5), count: 3, scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"----{[abc]}----{[d]}----{[]}-({[]}|)"#)]
    }

    static let p56 =
    Picture("collect-every", until: 30) { scheduler in
        let a = scheduler.cold("-a-bc--d--------|").asObservable()
        let stream = a.collect(every: .seconds(5), count: 3, scheduler: scheduler)
        return drawn(stream)
    } shows: {
        [(0, #"----{[abc]}----{[d]}------|"#)]
    }

    static let p57 =
    Picture("catch", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--x").asObservable()
        let b = scheduler.cold("--c--d--|").asObservable()
        let stream = a.catch { _ in b }
        return drawn(stream)
    } shows: {
        [(0, #"--a--b----c--d--|"#)]
    }

    static let p58 =
    Picture("catchAndReturn", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--x").asObservable()
        let stream = a.catchAndReturn("o")
        return drawn(stream)
    } shows: {
        [(0, #"--a--b--(o|)"#)]
    }

    static let p59 =
    Picture("retry", until: 30) { scheduler in
        let a = scheduler.cold("--a--b-x").asObservable()
        let stream = a.retry(3)
        return drawn(stream)
    } shows: {
        [(0, #"--a--b---a--b---a--b-x"#)]
    }

    static let p60 =
    Picture("retry-when", until: 30) { scheduler in
        let a = scheduler.cold("--a--b-x").asObservable()
        let stream = a.retry(when: { errors in
            errors.take(2).delay(.seconds(2), scheduler: scheduler)
        })
        return drawn(stream)
    } shows: {
        [(0, #"--a--b-----a--b-----a--b-|"#)]
    }

    static let p61 =
    Picture("catch-inner", until: 30) { scheduler in
        let a = scheduler.cold("--1--2--x", digits).asObservable()
        let b = scheduler.cold("----3-----4--|", digits).asObservable()
        let stream = Observable.merge(a.catch { _ in .empty() }, b)
        return drawn(stream)
    } shows: {
        [(0, #"--1-32----4--|"#)]
    }

    static let p62 =
    Picture("share", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--d--|").asObservable()
        let stream = a.share(replay: 1)
        return drawn(stream)
    } shows: {
        [(0, #"--a--b--c--d--|"#), (7, #"-------bc--d--|"#)]
    }

    static let p63 =
    Picture("share-none", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--d--|").asObservable()
        let stream = a.share()
        return drawn(stream)
    } shows: {
        [(0, #"--a--b--c--d--|"#), (7, #"--------c--d--|"#)]
    }

    static let p64 =
    Picture("cold", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--d--|").asObservable()
        let stream = a.asObservable()
        return drawn(stream)
    } shows: {
        [(0, #"--a--b--c--d--|"#), (7, #"---------a--b--c--d--|"#)]
    }

    static let p65 =
    Picture("publishSubject", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--|").asObservable()
        let subject = PublishSubject<String>()
        _ = a.subscribe(subject)
        let stream = subject.asObservable()
        return drawn(stream)
    } shows: {
        [(0, #"--a--b--c--|"#), (4, #"-----b--c--|"#), (13, #"-------------|"#)]
    }

    static let p66 =
    Picture("behaviorSubject", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--|").asObservable()
        let subject = BehaviorSubject(value: "o")
        _ = a.subscribe(subject)
        let stream = subject.asObservable()
        return drawn(stream)
    } shows: {
        [(0, #"o-a--b--c--|"#), (4, #"----ab--c--|"#), (13, #"-------------|"#)]
    }

    static let p67 =
    Picture("replaySubject", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--|").asObservable()
        let subject = ReplaySubject<String>.create(bufferSize: 2)
        _ = a.subscribe(subject)
        let stream = subject.asObservable()
        return drawn(stream)
    } shows: {
        [(0, #"--a--b--c--|"#), (7, #"-------(ab)c--|"#), (13, #"-------------(bc|)"#)]
    }

    static let p68 =
    Picture("asyncSubject", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--c--|").asObservable()
        let subject = AsyncSubject<String>()
        _ = a.subscribe(subject)
        let stream = subject.asObservable()
        return drawn(stream)
    } shows: {
        [(0, #"-----------(c|)"#), (4, #"-----------(c|)"#), (13, #"-------------(c|)"#)]
    }

    static let p69 =
    Picture("behaviorRelay", until: 16) { scheduler in
        let a = scheduler.cold("--a--b--c--|").asObservable()
        let relay = BehaviorRelay(value: "o")
        _ = a.bind(to: relay)
        let stream = relay.asObservable()
        return drawn(stream)
    } shows: {
        [(0, #"o-a--b--c"#), (4, #"----ab--c"#)]
    }

    static let p70 =
    Picture("groupBy", until: 30) { scheduler in
        let a = scheduler.cold("--a--b--a--c--b--|").asObservable()
        let stream = a.groupBy { $0 }
            .flatMap { group in group.scan("") { "\($0)\($1)" } }
        return drawn(stream)
    } shows: {
        [(0, #"--a--b--{aa}--c--{bb}--|"#)]
    }

    static let p71 =
    Picture("window", until: 30) { scheduler in
        let a = scheduler.cold("--a-b-----c-d-e---f--|").asObservable()
        let stream = a.window(timeSpan: .seconds(5), count: 10, scheduler: scheduler)
            .flatMap { $0.toArray().asObservable() }
        return drawn(stream)
    } shows: {
        [(0, #"-----{[ab]}----{[c]}----{[de]}----{[f]}({[]}|)"#)]
    }
}
