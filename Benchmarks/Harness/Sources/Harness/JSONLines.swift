/// Prints rows for programs: one JSON object per line.
public enum JSONLines {
    public static func printRow(_ row: Row) {
        let ratios = [("timesLoop", row.timesLoop), ("timesFreshet", row.timesFreshet)]
            .map { name, value in "\"\(name)\":" + (value.map { String($0) } ?? "null") }
        print(
            "{\"case\":\"\(row.benchmark)\",\"unit\":\"\(row.unit)\",\"contender\":\"\(row.contender)\","
                + "\"medianNanoseconds\":\(row.median),\"minNanoseconds\":\(row.min)," + ratios.joined(separator: ",")
                + "}")
    }
}
