/// Time spans as readers type them.
package enum TimeSpan {
    private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400]

    /// Seconds of `90s`, `10m`, `2h`, `90d` or `2w`; nil for anything else, and for counts above 99,999.
    package static func seconds(_ text: some StringProtocol) -> Int? {
        guard let unit = text.lowercased().last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
            (0..<100_000).contains(count)
        else { return nil }
        return count * unit
    }
}
