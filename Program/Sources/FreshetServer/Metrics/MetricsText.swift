/// Metrics in the text format of Prometheus, version 0.0.4.
struct MetricsText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    typealias Label = (name: String, value: String)

    /// The type of a family, as `# TYPE` names it.
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// A line.
    struct Sample {
        /// What follows the family's name.
        var suffix = ""
        var labels: [Label]
        let value: String

        init(_ value: Int, _ labels: [Label] = []) { (self.value, self.labels) = (String(value), labels) }

        init(_ value: Double, _ labels: [Label] = []) { (self.value, self.labels) = (String(value), labels) }
    }

    private(set) var text = ""

    /// Writes a family of samples; nothing if there are none.
    mutating func write(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        if samples.isEmpty { return }
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            text += name + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " " + sample.value + "\n"
        }
    }

    /// The samples of a histogram.
    ///
    /// - Parameter counts: how many values didn't exceed each bound but the one before, and last how many exceeded all.
    static func histogram(_ bounds: [Double], _ counts: [Int], sum: Double, _ labels: [Label]) -> [Sample] {
        var total = 0
        var samples: [Sample] = []
        for (index, count) in counts.enumerated() {
            total += count
            var sample = Sample(total, labels + [("le", index < bounds.count ? String(bounds[index]) : "+Inf")])
            sample.suffix = "_bucket"
            samples.append(sample)
        }
        var (whole, number) = (Sample(sum, labels), Sample(total, labels))
        (whole.suffix, number.suffix) = ("_sum", "_count")
        return samples + [whole, number]
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
