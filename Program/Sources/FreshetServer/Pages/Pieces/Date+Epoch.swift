import Platform

extension Date {
    /// Milliseconds since 1970, as pages and forms have them: dates in text have no fractions.
    var epochMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// Reads milliseconds since 1970; nil beyond the whole numbers that JSON carries exactly.
    init?(epochMilliseconds text: String) {
        guard let milliseconds = Int64(text), milliseconds.magnitude <= 1 << 53 else { return nil }
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
