import Freshet
import Testing

/// One sink runs consecutive maps, filters and compact maps. Their behavior must not reveal this.
@Suite("Consecutive maps and filters") struct RunOfStagesTests {
    private static let names = ["map", "filter", "compactMap"]

    /// All sequences of `length` stages.
    private static func sequences(_ length: Int) -> [[String]] {
        (0..<length).reduce([[]]) { sequences, _ in sequences.flatMap { start in names.map { start + [$0] } } }
    }

    /// Returns a stream with the named stages. Each stage logs its input; filters and compact maps drop elements for which `drops` is true.
    private func stream(
        _ source: Observable<Int>, _ names: [String], _ log: Log<String>,
        drops: @escaping @Sendable (Int, Int) throws -> Bool
    ) -> Observable<Int> {
        names.enumerated().reduce(source) { stream, stage in
            let (place, name) = stage
            switch name {
            case "map":
                return stream.map {
                    log("\(place):\($0)")
                    return $0 + 10
                }
            case "filter":
                return stream.filter {
                    log("\(place):\($0)")
                    return try !drops(place, $0)
                }
            default:
                return stream.compactMap {
                    log("\(place):\($0)")
                    return try drops(place, $0) ? nil : $0 + 100
                }
            }
        }
    }

    /// Returns the log of a plain loop over the stages.
    private func expected(_ elements: [Int], _ names: [String], drops: (Int, Int) -> Bool) -> [String] {
        var log: [String] = []
        next: for element in elements {
            var element = element
            for (place, name) in names.enumerated() {
                log.append("\(place):\(element)")
                if name != "map", drops(place, element) { continue next }
                element += name == "map" ? 10 : name == "filter" ? 0 : 100
            }
            log.append("next:\(element)")
        }
        return log
    }

    @Test("Maps and filters call each closure once per element that reaches it, in order", arguments: 1...5)
    func order(_ length: Int) {
        let sequences = Self.sequences(length)
        #expect(!sequences.isEmpty)
        for names in sequences {
            let log = Log<String>()
            let drops: @Sendable (Int, Int) -> Bool = { place, element in (element + place) % 3 == 0 }
            _ = stream(.of(1, 2, 3, 4, 5, 6), names, log, drops: drops).subscribe(onNext: { log("next:\($0)") })
            #expect(log.entries == expected([1, 2, 3, 4, 5, 6], names, drops: drops), "\(names)")
        }
    }

    @Test("An error thrown at any position of a chain ends the stream once and disposes the source", arguments: 0..<5)
    func failure(_ place: Int) {
        let sequences = Self.sequences(5).filter { $0[place] != "map" }
        #expect(!sequences.isEmpty)
        for names in sequences {
            let (subject, log) = (PublishSubject<Int>(), Log<String>())
            let stages = stream(subject, names, Log()) { stage, element in
                if stage == place, element % 10 == 3 { throw Oops() }
                return false
            }
            _ = stages.subscribe(
                onNext: { _ in log("next") }, onError: { _ in log("error") }, onCompleted: { log("completed") })
            for element in 1...5 { subject.onNext(element) }
            subject.onCompleted()
            #expect(log.entries == ["next", "next", "error"], "\(names)")
            #expect(!subject.hasObservers)
        }
    }

    @Test("An error thrown by any map ends the stream once", arguments: 0..<4) func mapFailure(_ place: Int) {
        let (subject, log) = (PublishSubject<Int>(), Log<String>())
        let stages = (0..<4).reduce(subject.asObservable()) { stream, stage in
            stream.map {
                if stage == place, $0 == 2 { throw Oops() }
                return $0
            }
        }
        _ = stages.subscribe(onNext: { log("\($0)") }, onError: { _ in log("error") })
        for element in 1...3 { subject.onNext(element) }
        #expect(log.entries == ["1", "error"])
        #expect(!subject.hasObservers)
    }

    @Test("A re-entrant element overtakes the current one") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        _ = subject.map { $0 }.map {
            if $0 == 1 { subject.onNext(2) }
            return $0
        }.filter { _ in true }.subscribe(onNext: { log($0) })
        subject.onNext(1)
        #expect(log.entries == [2, 1])
    }

    @Test("Maps and filters deliver nothing after a closure disposes the subscription") func disposal() {
        let (subject, log, subscription) = (PublishSubject<Int>(), Log<Int>(), SerialDisposable())
        subscription.disposable = subject.map { $0 }.map {
            if $0 == 2 { subscription.dispose() }
            return $0
        }.map { $0 }.subscribe(onNext: { log($0) })
        for element in 1...3 { subject.onNext(element) }
        #expect(log.entries == [1])
        #expect(!subject.hasObservers)
    }

    @Test("Streams that extend a common prefix don't change it") func branches() {
        let log = Log<String>()
        let trunk = Observable.of(1, 2, 3).map { $0 }.map { $0 * 10 }
        _ = trunk.map { $0 + 1 }.subscribe(onNext: { log("a\($0)") })
        _ = trunk.filter { $0 > 10 }.subscribe(onNext: { log("b\($0)") })
        _ = trunk.subscribe(onNext: { log("c\($0)") })
        #expect(log.entries == ["a11", "a21", "a31", "b20", "b30", "c10", "c20", "c30"])
    }

    @Test("Maps and filters pass and release elements of any size", arguments: 1...6) func elements(_ length: Int) {
        let log = Log<Int>()
        weak var last: Token?
        do {
            let token = Token()
            last = token
            let wide = Observable.just((token, 1, 2, 3, 4, 5, 6, "text"))
            let stages = (0..<length).reduce(wide) { stream, stage in
                stage % 2 == 0 ? stream.map { $0 } : stream.filter { $0.6 == 6 }
            }
            _ = stages.compactMap { Optional($0.6) }.subscribe(onNext: { log($0) })
        }
        #expect(log.entries == [6])
        #expect(last == nil)
    }

    @Test("Maps and filters release dropped and failing elements", arguments: [true, false])
    func droppedElements(_ fails: Bool) {
        weak var last: Token?
        do {
            let token = Token()
            last = token
            _ = Observable.just(token).map { $0 }.map { $0 }.filter { _ in
                if fails { throw Oops() }
                return false
            }.map { $0 }.subscribe(onError: { _ in })
        }
        #expect(last == nil)
    }

    @Test("1,000 stages call each closure once per element") func deep() {
        let (calls, log) = (Count(), Log<Int>())
        let stages = (0..<1_000).reduce(Observable.of(0, 1)) { stream, _ in
            stream.map {
                calls.up()
                return $0 + 1
            }
        }
        _ = stages.subscribe(onNext: { log($0) })
        #expect(log.entries == [1_000, 1_001])
        #expect(calls.value == 2_000)
    }
}
