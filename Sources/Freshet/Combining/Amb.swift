import Synchronization

extension ObservableType {
    /// Delivers this stream or `right`, whichever has an event first; the other one is disposed then. Ends with the one that is heard.
    public func amb<O2: ObservableType>(_ right: O2) -> Observable<Element> where O2.Element == Element {
        Amb([asObservable(), right.asObservable()])
    }

    /// Delivers the one of the streams that has an event first, and ends with it; the others are disposed then. Without any stream, nothing ever happens.
    /// ```
    /// a        ----1--2--|
    /// b        --3----4---5--|
    /// amb      --3----4---5--|
    /// ```
    public static func amb<Streams: Sequence>(
        _ sequence: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        Amb(Array(sequence))
    }
}

// Safe to share: see Observable.
private final class Amb<Element>: Observable<Element>, @unchecked Sendable {
    private let streams: [Observable<Element>]

    init(_ streams: [Observable<Element>]) { self.streams = streams }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let race = Race(runners: streams.map { _ in lifetime.makeChild() })
        for (number, stream) in streams.enumerated() {
            if race.isDecided { return }
            stream.run(AmbSink(sink, race, number), race.runners[number])
        }
    }
}

/// Which of several streams is heard. It refers to no sink.
private final class Race: Sendable {
    let runners: [Lifetime]
    private let winner = Mutex<Int?>(nil)

    init(runners: [Lifetime]) { self.runners = runners }

    var isDecided: Bool { winner.withLock { $0 != nil } }

    /// Whether this one has won, which the first one that asks has; the others are disposed.
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

// Safe to hand between threads: see Sink. Of the several ones only the winner's goes on.
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

    private var mayPass: Bool {
        if isWinner { return true }
        isWinner = race.hasWon(number)
        return isWinner
    }

    override func next(_ element: Element) {
        if mayPass { downstream.next(element) }
    }
    override func error(_ error: any Error) {
        if mayPass { downstream.error(error) }
    }
    override func completed() {
        if mayPass { downstream.completed() }
    }
}
