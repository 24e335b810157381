/// One line of the report: what a case measured of a contender, and what it says beside the others.
package struct Row: Sendable {
    package let benchmark: String
    package let unit: String
    package let contender: String
    package let median: Double
    package let min: Double
    /// How many times the hand-written loop's time.
    package let timesLoop: Double?
    /// How many times Freshet's time.
    package let timesFreshet: Double?
}

extension Row {
    /// Whether the contender is another library.
    package var isPeer: Bool { contender != Contender.freshet && !contender.hasPrefix(Contender.loop) }

    package static func rows(_ benchmark: Case, _ measurements: [Measurement]) -> [Row] {
        let loop = measurements.first { $0.contender == Contender.loop }
        let freshet = measurements.first { $0.contender == Contender.freshet }
        return measurements.map { measurement in
            Row(
                benchmark: benchmark.name, unit: benchmark.unit, contender: measurement.contender,
                median: measurement.median, min: measurement.min,
                timesLoop: loop.map { measurement.ratio(to: $0) },
                timesFreshet: freshet.map { measurement.ratio(to: $0) })
        }
    }
}
