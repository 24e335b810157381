/// An element of a formula in MathML.
struct FormulaElement {
    /// The name without a prefix; empty for text.
    var name: String
    var attributes = MarkupAttributes()
    /// The text if the name is empty.
    var text = ""
    var children: [FormulaElement] = []
}

/// Builds a formula from the tokens between `<math>` and `</math>`.
struct FormulaReader {
    /// The maximum nesting; deeper elements are beside one another.
    private static let maximumDepth = 64

    private var open: [FormulaElement]
    /// The element with raw text that is being skipped.
    private var silence: String?

    init(_ attributes: MarkupAttributes) { open = [FormulaElement(name: "math", attributes: attributes)] }

    /// Whether the formula is on lines of its own.
    var isBlock: Bool { open[0].attributes["display"] == "block" || open[0].attributes["mode"] == "display" }

    mutating func read(_ token: MarkupToken, isSelfClosing: Bool) {
        switch token {
        case .end(silence): silence = nil
        case _ where silence != nil: break
        case .text(let text): add(FormulaElement(name: "", text: text))
        case .start(let name, _) where MarkupElements.raw.contains(name): silence = name
        case .start(let name, let attributes):
            let element = FormulaElement(name: Self.localName(name), attributes: attributes)
            if isSelfClosing || MarkupElements.void.contains(name) || open.count >= Self.maximumDepth {
                add(element)
            } else {
                open.append(element)
            }
        case .end(let name):
            let name = Self.localName(name)
            guard let index = open.lastIndex(where: { $0.name == name }), index > 0 else { return }
            close(to: index)
        }
    }

    /// The name without the prefix of MathML's namespace, such as `mml:`.
    static func localName(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }

    /// The formula as a line of text.
    func finished() -> FormulaText {
        var copy = self
        copy.close(to: 1)
        return FormulaText(copy.open[0])
    }

    private mutating func add(_ element: FormulaElement) { open[open.count - 1].children.append(element) }

    private mutating func close(to count: Int) {
        while open.count > count { add(open.removeLast()) }
    }
}
