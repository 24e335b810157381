/// Encloses the readings of characters in parentheses where the markup has none of its own.
///
/// `<ruby>漢字<rt>かんじ</rt></ruby>` reads 漢字(かんじ). The elements `rp` have the parentheses that an author prefers.
struct RubyReadings {
    private enum Place {
        case base, parenthesis, reading
    }

    private var place = Place.base
    /// True if the next reading has an opening parenthesis of its own.
    private var hasParenthesis = false
    /// True if the next text needs an opening parenthesis.
    private var isPending = false
    /// True if a parenthesis is open.
    private var isOpen = false

    /// The text to write before the content of an element.
    mutating func start(_ name: String) -> String {
        let closing = close()
        switch name {
        case "rt", "rtc":
            place = .reading
            isPending = !hasParenthesis
            hasParenthesis = false
        case "rp": place = .parenthesis
        default: place = .base
        }
        return closing
    }

    /// The text to write after the content of an element.
    mutating func end() -> String {
        place = .base
        return close()
    }

    /// The text to write before text.
    mutating func text(_ text: String) -> String {
        guard text.ifNotBlank != nil else { return "" }
        switch place {
        case .base: hasParenthesis = false
        case .parenthesis: hasParenthesis = true
        case .reading where isPending:
            (isPending, isOpen) = (false, true)
            return "("
        case .reading: break
        }
        return ""
    }

    private mutating func close() -> String {
        defer { (isPending, isOpen) = (false, false) }
        return isOpen ? ")" : ""
    }
}
