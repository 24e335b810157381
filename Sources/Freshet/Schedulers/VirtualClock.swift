import FreshetPlatform

/// The time of a ``VirtualTimeScheduler``, which never goes back.
///
/// Code that only reads the time refers to the clock, because the scheduler's work retains streams.
package final class VirtualClock<Time: Sendable>: Sendable {
    private struct State {
        var time: Time
        /// The number of changes of `time`.
        var moves = 0
        /// The date of `time`, if exactly known.
        var date: ExactDate?
    }

    private let state: Mutex<State>

    init(_ time: Time) { state = Mutex(State(time: time)) }

    /// The current time.
    package var time: Time { state.withLock { $0.time } }

    /// The current time, and its date if exactly known.
    var reading: (time: Time, date: ExactDate?) { state.withLock { ($0.time, $0.date) } }

    /// Sets the clock to `time`, which has this exact date, unless the clock is later.
    ///
    /// Calls `compare` outside the lock: it is foreign code.
    func move(to time: Time, date: ExactDate? = nil, _ compare: (Time, Time) -> VirtualTimeComparison) {
        while true {
            let (current, moves) = state.withLock { ($0.time, $0.moves) }
            let order = compare(time, current)
            if order == .lessThan { return }
            let isSet = state.withLock { state in
                guard state.moves == moves else { return false }
                if order == .greaterThan {
                    state.time = time
                    state.moves += 1
                    state.date = date
                } else if let date {
                    state.date = date
                }
                return true
            }
            if isSet { return }
        }
    }
}

/// A date as a number of nanoseconds after another date.
///
/// A date is a floating-point number: repeated addition of an interval to a date would accumulate rounding errors.
struct ExactDate: Sendable {
    private let start: RxTime
    private let nanoseconds: Int64

    /// Creates an exact date that starts a new sum.
    init(_ start: RxTime) { self.init(start, 0) }

    private init(_ start: RxTime, _ nanoseconds: Int64) {
        self.start = start
        self.nanoseconds = nanoseconds
    }

    /// The nearest date.
    var date: RxTime { start.addingTimeInterval(RxTimeInterval(nanoseconds: nanoseconds).seconds) }

    /// Returns the date after `interval`.
    func advanced(by interval: RxTimeInterval) -> ExactDate {
        let (sum, overflows) = nanoseconds.addingReportingOverflow(interval.nanoseconds)
        // Beyond the range of nanoseconds, 292 years, a date has no fractions of a microsecond.
        return overflows || interval.isEndless
            ? ExactDate(date.addingTimeInterval(interval.seconds)) : ExactDate(start, sum)
    }

    /// Returns true if `other` is this date, apart from rounding.
    func isSame(as other: RxTime) -> Bool { abs(date.timeIntervalSince(other)) < 0.000_001 }
}
