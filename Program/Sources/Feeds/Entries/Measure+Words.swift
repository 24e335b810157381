import WebText

extension Entry.Measure {
    /// The number with its unit: `1,200 acres`, `1 point`; `… points` if the number is unknown.
    package var words: String {
        let unit = value == 1 ? unit.singular : unit.plural
        return unit.isEmpty ? number : number + " " + unit
    }

    /// The number to one decimal place, with thousands separators; whole numbers without one unless ``showsTenths`` is set.
    package var number: String {
        guard let value else { return "…" }
        guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
        let tenths = Int((abs(value) * 10).rounded())
        return (value < 0 ? "−" : "") + (tenths / 10).grouped
            + (tenths % 10 == 0 && !showsTenths ? "" : ".\(tenths % 10)")
    }
}
