import WebText

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

/// The colors of a terminal's palette that are legible on light and dark backgrounds.
///
/// Black and white and their bright forms are missing. Use `Style.dim` for gray.
enum Color: UInt8, Sendable {
    case red = 31
    case green, yellow, blue, magenta, cyan
}

/// The style of a run of text: the attributes of SGR (ECMA-48 8.3.117) in use.
struct Style: Hashable, Sendable {
    var isBold = false
    var isDim = false
    var isUnderlined = false
    var isReversed = false
    var color: Color?

    static let plain = Style()
    static let bold = Style(isBold: true)
    static let dim = Style(isDim: true)
    static let underlined = Style(isUnderlined: true)
    static let reversed = Style(isReversed: true)

    static func color(_ color: Color) -> Style { Style(color: color) }

    /// The attributes of both; the color of `other` if it has one.
    func adding(_ other: Style) -> Style {
        Style(
            isBold: isBold || other.isBold, isDim: isDim || other.isDim,
            isUnderlined: isUnderlined || other.isUnderlined,
            isReversed: isReversed || other.isReversed, color: other.color ?? color)
    }

    /// `text` between the sequence that sets this style and the reset sequence.
    func applied(to text: String) -> String {
        let codes = self.codes
        guard !codes.isEmpty, !text.isEmpty else { return text }
        return "\u{1B}[\(codes.map(String.init).joined(separator: ";"))m\(text)\u{1B}[0m"
    }

    /// The sequence that changes a terminal from one style to this one.
    func sequence(after former: Style) -> String {
        let isOnlyMore = former.adding(self) == self
        let codes = (isOnlyMore ? [] : [0]) + self.codes
        return "\u{1B}[" + codes.map(String.init).joined(separator: ";") + "m"
    }

    /// The attributes that work without color. Reverse video shows what is selected, so it stays.
    var withoutColor: Style { Style(isBold: isBold, isUnderlined: isUnderlined, isReversed: isReversed) }

    private var codes: [UInt8] {
        var codes: [UInt8] = []
        if isBold { codes.append(1) }
        if isDim { codes.append(2) }
        if isUnderlined { codes.append(4) }
        if isReversed { codes.append(7) }
        if let color { codes.append(color.rawValue) }
        return codes
    }
}

/// A web address that text on a terminal links to (OSC 8).
///
/// Only `http` and `https` with a host, because terminals open it on a click. Percent-encoded, so that it can't contain control sequences.
struct Hyperlink: Hashable, Sendable {
    let address: String

    /// The maximum length: VTE and iTerm2 ignore longer addresses.
    private static let longestAddress = 2083

    init?(_ address: String) {
        let encoded = address.percentEncodedAddress
        let bytes = encoded.utf8
        guard bytes.count <= Self.longestAddress, let schemeEnd = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        let scheme = encoded[..<schemeEnd].lowercased()
        let rest = encoded[schemeEnd...].utf8
        guard scheme == "http" || scheme == "https", rest.starts(with: "://".utf8) else { return nil }
        guard let first = rest.dropFirst(3).first, !"/?#:".utf8.contains(first) else { return nil }
        self.address = encoded
    }

    func applied(to text: String) -> String {
        text.isEmpty ? text : "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }
}
