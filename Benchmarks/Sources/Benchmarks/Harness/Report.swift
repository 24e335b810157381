/// One line of the report: what a case measured of a contender, and what it says beside the others.
struct Row: Sendable {
    let benchmark: String
    let unit: String
    let contender: String
    let median: Double
    let min: Double
    /// How many times the hand-written loop's time.
    let timesLoop: Double?
    /// How many times Freshet's time.
    let timesFreshet: Double?
}

extension Row {
    static func rows(_ benchmark: Case, _ measurements: [Measurement]) -> [Row] {
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

/// Prints rows for people, as a table in Markdown.
enum Table {
    private static let widths = [37, 22, 10, 10, 7, 9]

    static func printHead(unit: String) {
        line(["case", "contender", "ns median", "ns min", "× loop", "× Freshet"])
        print("|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|")
    }

    static func printRow(_ row: Row) {
        line([
            row.benchmark + (row.unit == "element" ? "" : " (\(row.unit))"), row.contender, number(row.median),
            number(row.min), row.timesLoop.map(number) ?? "", row.timesFreshet.map(number) ?? "",
        ])
    }

    private static func line(_ cells: [String]) {
        let padded = zip(cells, widths).enumerated().map { index, cell in
            let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index < 2 ? cell.0 + padding : padding + cell.0
        }
        print("| " + padded.joined(separator: " | ") + " |")
    }

    static func number(_ value: Double) -> String {
        let digits = value < 10 ? 100.0 : value < 1000 ? 10 : 1
        let rounded = (value * digits).rounded() / digits
        return digits == 1 ? String(Int(rounded)) : String(rounded)
    }
}

/// Prints rows for programs: one JSON object a line.
enum JSONLines {
    static func printRow(_ row: Row) {
        let ratios = [("timesLoop", row.timesLoop), ("timesFreshet", row.timesFreshet)]
            .map { name, value in "\"\(name)\":" + (value.map { String($0) } ?? "null") }
        print(
            "{\"case\":\"\(row.benchmark)\",\"unit\":\"\(row.unit)\",\"contender\":\"\(row.contender)\","
                + "\"medianNanoseconds\":\(row.median),\"minNanoseconds\":\(row.min)," + ratios.joined(separator: ",")
                + "}")
    }
}
