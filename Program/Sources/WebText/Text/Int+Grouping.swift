extension Int {
    /// The digits in groups of three: `1,234`.
    package var grouped: String {
        let digits = String(magnitude)
        var grouped = self < 0 ? "−" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { grouped += "," }
            grouped.append(digit)
        }
        return grouped
    }

    /// The number with a noun in the form that it needs: `1 item`, `1,234 items`, `2 replies`.
    ///
    /// - Parameter many: the plural; nil for the noun with an `s`.
    package func counted(_ one: String, _ many: String? = nil) -> String {
        "\(grouped) \(self == 1 ? one : many ?? one + "s")"
    }
}

extension Int {
    /// The whole part of an upstream's number, which may be absurd.
    ///
    /// It is clamped to ±10¹², the seconds of 30,000 years; 0 if the value isn't a number.
    package init(clamped value: Double) {
        self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value, -1e12), 1e12))
    }
}
