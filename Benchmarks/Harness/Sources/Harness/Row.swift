/// One line of the report: a contender's measurement and its ratios to others.
public struct Row: Sendable {
    public let benchmark: String
    public let unit: String
    public let contender: String
    public let median: Double
    public let min: Double
    /// The time divided by the hand-written loop's.
    public let timesLoop: Double?
    /// The time divided by Freshet's.
    public let timesFreshet: Double?
}

extension Row {
    /// True if the contender is another library.
    public var isPeer: Bool { contender != Contender.freshet && !contender.hasPrefix(Contender.loop) }

    public static func rows(_ benchmark: Case, _ measurements: [Measurement]) -> [Row] {
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
