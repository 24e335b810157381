/// One line of text in runs of style and link, independent of the output.
///
/// Every run is `TerminalText`. Only `Rendering` adds control sequences.
struct StyledText: Hashable, Sendable, ExpressibleByStringLiteral {
    struct Run: Hashable, Sendable {
        var text: TerminalText
        var style: Style
        var link: Hyperlink?
    }

    private(set) var runs: [Run] = []

    init() {}

    init(_ text: TerminalText, _ style: Style = .plain, link: Hyperlink? = nil) {
        if !text.isEmpty { runs = [Run(text: text, style: style, link: link)] }
    }

    /// Cleans and trims untrusted text.
    init(untrusted text: String, _ style: Style = .plain, link: Hyperlink? = nil) {
        self.init(TerminalText(text), style, link: link)
    }

    init(stringLiteral value: String) {
        self.init(TerminalText(stringLiteral: value))
    }

    var columns: Int { runs.reduce(0) { $0 + $1.text.columns } }
    var isEmpty: Bool { runs.isEmpty }
    /// The text alone.
    var string: String { runs.map(\.text.string).joined() }

    /// The text alone, trimmed.
    var clean: TerminalText { TerminalText(runs.count == 1 ? runs[0].text.string : string) }

    static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.runs += right.runs
        return sum
    }

    static func += (left: inout StyledText, right: StyledText) {
        left.runs += right.runs
    }

    /// The same runs with `style` added to each.
    func styled(_ style: Style) -> StyledText {
        var result = self
        for index in result.runs.indices { result.runs[index].style = result.runs[index].style.adding(style) }
        return result
    }

    /// At most `limit` columns. If it was cut, it ends in "…" in the style of the cut run.
    func truncated(to limit: Int) -> StyledText {
        guard columns > limit else { return self }
        guard limit > 0 else { return StyledText() }
        var result = StyledText()
        var left = limit
        for var run in runs {
            let columns = run.text.columns
            if columns >= left { run.text = run.text.ellipsized(to: left) }
            result.runs.append(run)
            if columns >= left { break }
            left -= columns
        }
        return result
    }

    /// At most `limit` columns: the beginning and the end, "…" between them. Several runs are cut at the end.
    func truncatedInMiddle(to limit: Int) -> StyledText {
        guard var run = runs.first, runs.count == 1 else { return truncated(to: limit) }
        run.text = run.text.truncatedInMiddle(to: limit)
        return StyledText(run.text, run.style, link: run.link)
    }

    /// Padded with unstyled spaces to `width`, aligned; longer text is unchanged.
    func padded(to width: Int, _ alignment: Alignment = .leading) -> StyledText {
        let gap = StyledText(.spaces(width - columns))
        return alignment == .leading ? self + gap : gap + self
    }
}

extension Collection<StyledText> {
    func joined(separator: StyledText = "") -> StyledText {
        var result = StyledText()
        for (index, part) in enumerated() {
            if index > 0 { result += separator }
            result += part
        }
        return result
    }
}
