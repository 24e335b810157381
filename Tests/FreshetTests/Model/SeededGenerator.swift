import Freshet
import FreshetTest

/// A random number generator with reproducible numbers for a seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// Returns a random stream: numbers at some of the ticks `first`, `first + step`, …, and possibly a terminal event.
    mutating func stream(first: Int, step: Int) -> [Recorded<Event<Int>>] {
        var events: [Recorded<Event<Int>>] = []
        var time = first
        for _ in 0..<number(0...12) {
            events.append(.next(time, number(0...9)))
            time += step * number(1...4)
        }
        switch number(0...2) {
        case 0: events.append(.completed(time))
        case 1: events.append(.error(time, MarbleError()))
        default: break
        }
        return events
    }
}

extension [Recorded<Event<Int>>] {
    /// The elements with their times.
    var elements: [(time: Int, element: Int)] { compactMap { event in event.value.element.map { (event.time, $0) } } }

    /// The terminal event, if there is one.
    var end: (time: Int, isFailure: Bool)? {
        last { $0.value.isStopEvent }.map { ($0.time, $0.value.error != nil) }
    }
}

/// The events that a model predicts.
typealias Expected = [Recorded<Event<[Int]>>]

extension Expected {
    mutating func end(_ end: (time: Int, isFailure: Bool)?) {
        guard let end else { return }
        append(end.isFailure ? .error(end.time, MarbleError()) : .completed(end.time))
    }
}
