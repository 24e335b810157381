/// The colours of every terminal's own palette that can be read on light and on dark ground; a theme decides their shade.
///
/// Black, white and their bright kin vanish on one ground or the other and are left out; `Style.dim` takes the place of grey.
enum Colour: UInt8, Sendable {
    case red = 31
    case green, yellow, blue, magenta, cyan
}

/// How a run of text looks, as SGR (ECMA-48 8.3.117) can say it.
struct Style: Hashable, Sendable {
    var isBold = false
    var isDim = false
    var isUnderlined = false
    var isReversed = false
    var colour: Colour?

    static let plain = Style()
    static let bold = Style(isBold: true)
    static let dim = Style(isDim: true)
    static let underlined = Style(isUnderlined: true)
    static let reversed = Style(isReversed: true)

    static func colour(_ colour: Colour) -> Style { Style(colour: colour) }

    /// The attributes of both; the colour of `other` wins if it has one.
    func adding(_ other: Style) -> Style {
        Style(
            isBold: isBold || other.isBold, isDim: isDim || other.isDim,
            isUnderlined: isUnderlined || other.isUnderlined,
            isReversed: isReversed || other.isReversed, colour: other.colour ?? colour)
    }

    /// `text` between the sequence that turns this style on and the one that turns every style off.
    func applied(to text: String) -> String {
        let codes = self.codes
        guard !codes.isEmpty, !text.isEmpty else { return text }
        return "\u{1B}[\(codes.map(String.init).joined(separator: ";"))m\(text)\u{1B}[0m"
    }

    private var codes: [UInt8] {
        var codes: [UInt8] = []
        if isBold { codes.append(1) }
        if isDim { codes.append(2) }
        if isUnderlined { codes.append(4) }
        if isReversed { codes.append(7) }
        if let colour { codes.append(colour.rawValue) }
        return codes
    }
}
