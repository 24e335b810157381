import Platform

/// Dates as whole milliseconds since 1970: as they are stored, and as pages have them.
extension Date {
    /// Rounds to the millisecond, and clamps to 285,000 years before or after 1970.
    package var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1000).rounded()
        return value.isNaN ? 0 : Int64(min(max(value, -9e15), 9e15))
    }

    /// A stored date.
    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
