/// One line of the report: what a case measured of a contender, and what it says beside the others.
public struct Row: Sendable {
    public let benchmark: String
    public let unit: String
    public let contender: String
    public let median: Double
    public let min: Double
    /// How many times the hand-written loop's time.
    public let timesLoop: Double?
    /// How many times Freshet's time.
    public let timesFreshet: Double?
}

extension Row {
    /// Whether the contender is another library.
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
