extension Marbles {
    /// Returns both drawings aligned by tick, or nil if they are equal.
    ///
    /// Use it in an expectation: `#expect(result.difference(from: "-a-b|") == nil)`.
    ///
    /// ```
    ///   is        -a-(bc)|
    ///   should be -a-b   -|
    ///                ^
    /// ```
    public func difference(from expected: Marbles) -> String? {
        if self == expected { return nil }
        let last = [events.last?.time, expected.events.last?.time].compactMap { $0 }.max() ?? 0
        var (upper, lower, marks) = ("", "", "")
        for tick in min(0, events.first?.time ?? 0, expected.events.first?.time ?? 0)...last {
            let cells = (cell(at: tick), expected.cell(at: tick))
            let width = max(cells.0.count, cells.1.count)
            let differs = events.filter { $0.time == tick } != expected.events.filter { $0.time == tick }
            upper += cells.0 + String(repeating: " ", count: width - cells.0.count)
            lower += cells.1 + String(repeating: " ", count: width - cells.1.count)
            marks += (differs ? "^" : " ") + String(repeating: " ", count: width - 1)
        }
        func trimmed(_ line: String) -> String { String(line.reversed().drop { $0 == " " }.reversed()) }
        return "\n  is        \(trimmed(upper))\n  should be \(trimmed(lower))\n            \(trimmed(marks))"
    }

    /// Returns the drawing of one tick; a space after the last event.
    private func cell(at tick: TestTime) -> String {
        let group = events.filter { $0.time == tick }
        if group.isEmpty { return tick < (events.last?.time ?? 0) ? "-" : " " }
        return Marbles(group, from: tick).description
    }
}
