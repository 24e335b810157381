/// Prints rows for people, as a table in Markdown.
public enum Table {
    private static let widths = [47, 27, 10, 10, 7, 9]

    public static func printHead() {
        line(["case", "contender", "ns median", "ns min", "× loop", "× Freshet"], widths)
        rule(widths)
    }

    public static func printRow(_ row: Row) {
        line(
            [
                row.benchmark + (row.unit == "element" ? "" : " (\(row.unit))"), row.contender, number(row.median),
                number(row.min), row.timesLoop.map(number) ?? "", row.timesFreshet.map(number) ?? "",
            ], widths)
    }

    /// Prints the line below the header: the first two columns are left-aligned, the others right-aligned.
    static func rule(_ widths: [Int]) {
        let cells = widths.enumerated().map { index, width in
            String(repeating: "-", count: width + (index < 2 ? 2 : 1)) + (index < 2 ? "" : ":")
        }
        print("|" + cells.joined(separator: "|") + "|")
    }

    static func line(_ cells: [String], _ widths: [Int]) {
        let padded = zip(cells, widths).enumerated().map { index, cell in
            let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index < 2 ? cell.0 + padding : padding + cell.0
        }
        print("| " + padded.joined(separator: " | ") + " |")
    }

    public static func number(_ value: Double) -> String {
        let digits = value < 10 ? 100.0 : value < 1000 ? 10 : 1
        let rounded = (value * digits).rounded() / digits
        return digits == 1 ? String(Int(rounded)) : String(rounded)
    }
}
