extension MarkupReader {
    mutating func beginFormula(_ attributes: MarkupAttributes) {
        formula = FormulaReader(attributes)
        if formula?.isBlock == true { balancer.boundary() }
    }

    /// Reads a token inside a formula. A block ends an unclosed formula, like in browsers.
    mutating func readFormula(_ token: MarkupToken) {
        switch token {
        case .end(let name) where FormulaReader.localName(name) == "math": endFormula()
        case .start(let name, _) where MarkupElements.endsFormula(name):
            endFormula()
            read(token)
        default:
            let isSelfClosing = tokenizer.isSelfClosing
            formula?.read(token, isSelfClosing: isSelfClosing)
        }
    }

    /// Writes the formula: TeX as code, other forms as text.
    mutating func endFormula() {
        guard let formula else { return }
        self.formula = nil
        write(formula.finished())
        if formula.isBlock { balancer.boundary() }
    }

    /// Writes the source of a formula that a script would show.
    mutating func writeFormula(script: String, type: String) {
        guard !followsFormula else { return }
        let isBlock = type.contains("display")
        if isBlock { balancer.boundary() }
        write(FormulaText(tex: script))
        if isBlock { balancer.boundary() }
    }

    private mutating func write(_ formula: FormulaText) {
        guard !formula.text.isEmpty else { return }
        if formula.isTeX { balancer.startInline(.code(language: nil)) }
        balancer.text(formula.text)
        if formula.isTeX { balancer.endInline(.code(language: nil)) }
        followsFormula = true
    }

    /// Whether an element shows for the eye alone what a formula says: KaTeX and MathJax write both.
    func isDuplicate(_ name: String, _ attributes: MarkupAttributes) -> Bool {
        guard attributes["aria-hidden"]?.lowercased() == "true" else { return false }
        return followsFormula || name == "nobr" || name.hasPrefix("mjx-")
    }
}

extension MarkupElements {
    /// Whether the start of an element ends a formula that isn't closed.
    static func endsFormula(_ name: String) -> Bool {
        switch role(of: name) {
        case .block?, .part?, .boundary?, .orderedList?, .rule?, .details?: true
        default: false
        }
    }
}
