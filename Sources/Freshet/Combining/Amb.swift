import FreshetPlatform

extension ObservableType {
    /// Delivers the first of two streams to emit an event and disposes the other; see ``amb(_:)-type.method``.
    public func amb<O2: ObservableType>(_ right: O2) -> Observable<Element> where O2.Element == Element {
        .amb([asObservable(), right.asObservable()])
    }

    /// Delivers the first stream to emit an event and disposes the others.
    ///
    /// A terminal event counts as the first event. An empty sequence never emits.
    /// ```
    /// a        ----1--2--|
    /// b        --3----4---5--|
    /// amb      --3----4---5--|
    /// ```
    /// - Ends: with the first stream to emit.
    /// - Runs on: that stream's thread.
    /// - Keeps: nothing.
    public static func amb<Streams: Sequence>(
        _ sequence: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        let streams = Array(sequence)
        return ClosureStream { sink, lifetime in
            let race = Race(runners: streams.map { _ in lifetime.makeChild() })
            for (number, stream) in streams.enumerated() {
                if race.isDecided { return }
                stream.run(AmbSink(sink, race, number), race.runners[number])
            }
        }
    }
}

/// Records which stream emitted first. Holds no reference to a sink.
private final class Race: Sendable {
    let runners: [Lifetime]
    private let winner = Mutex<Int?>(nil)

    init(runners: [Lifetime]) { self.runners = runners }

    var isDecided: Bool { winner.withLock { $0 != nil } }

    /// Returns true if stream `number` is the winner. The first caller wins; its call disposes the other streams.
    func hasWon(_ number: Int) -> Bool {
        let (isFirst, hasWon) = winner.withLock { winner in
            let isFirst = winner == nil
            if isFirst { winner = number }
            return (isFirst, winner == number)
        }
        if isFirst {
            for (other, runner) in runners.enumerated() where other != number { runner.dispose() }
        }
        return hasWon
    }
}

/// Forwards the events of one stream if that stream wins the race.
private final class AmbSink<Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let race: Race
    private let number: Int
    private var isWinner = false

    init(_ downstream: Sink<Element>, _ race: Race, _ number: Int) {
        self.downstream = downstream
        self.race = race
        self.number = number
    }

    private var canForward: Bool {
        if isWinner { return true }
        isWinner = race.hasWon(number)
        return isWinner
    }

    override func next(_ element: Element) {
        if canForward { downstream.next(element) }
    }
    override func error(_ error: any Error) {
        if canForward { downstream.error(error) }
    }
    override func completed() {
        if canForward { downstream.completed() }
    }
}
