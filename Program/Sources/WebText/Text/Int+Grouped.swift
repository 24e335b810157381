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
}
