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
