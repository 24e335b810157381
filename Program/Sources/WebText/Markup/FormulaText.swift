/// A formula as a line of text: its source in TeX if it has one, or else a form such as `e^(kt)` and `1/2`.
struct FormulaText {
    let text: String
    let isTeX: Bool

    init(_ formula: FormulaElement) {
        if let source = Self.source(in: formula)?.texFormula.ifNotBlank {
            (text, isTeX) = (source, true)
            return
        }
        let line = Self.line(formula.children).onOneLine
        isTeX = line.isEmpty
        text = line.isEmpty ? (formula.attributes["alttext"] ?? "").texFormula : line
    }

    /// A formula by its source.
    init(tex source: String) { (text, isTeX) = (source.withoutComments.texFormula, true) }

    /// The annotation in TeX.
    private static func source(in element: FormulaElement) -> String? {
        if element.name == "annotation", element.attributes["encoding"]?.lowercased().contains("tex") == true {
            return element.children.map(\.text).joined()
        }
        return element.children.lazy.compactMap(source).first
    }

    // MARK: Rows

    /// The kind of a part, which affects the spacing around it.
    private enum Kind {
        case operand, word, fraction, script, infix, separator, sign
    }

    private struct Part {
        var text: String
        let kind: Kind
        var isOperand: Bool { [.operand, .word, .fraction, .script].contains(kind) }
    }

    private static func line(_ elements: [FormulaElement]) -> String { line(parts(elements)) }

    private static func line(_ parts: [Part]) -> String {
        var result = ""
        for (index, part) in parts.enumerated() {
            let before = index > 0 ? parts[index - 1] : nil
            let after = index + 1 < parts.count ? parts[index + 1] : nil
            switch part.kind {
            case .infix where before?.isOperand == true || before?.text == ")": result += " \(part.text) "
            case .separator: result += part.text + " "
            case .fraction where before?.isOperand == true || after?.isOperand == true: result += "(\(part.text))"
            default:
                if let before, before.isOperand, needsSpace(before, part) { result += " " }
                result += part.text
            }
        }
        return result
    }

    /// Returns true if two parts would read as one.
    private static func needsSpace(_ before: Part, _ part: Part) -> Bool {
        guard let last = before.text.last, let first = part.text.first, last.isWordPart, first.isWordPart else {
            return before.kind == .script && part.isOperand && before.text.first.map { "∑∏∫⋃⋂".contains($0) } == true
        }
        return before.kind == .script || before.kind == .word || part.kind == .word || last.isNumber && first.isNumber
    }

    /// The parts of elements beside one another; rows in rows are one row.
    private static func parts(_ elements: [FormulaElement]) -> [Part] {
        elements.flatMap { element -> [Part] in
            switch element.name {
            case "annotation", "annotation-xml", "mphantom", "none", "mprescripts": return []
            case "semantics", "maction":
                return parts(Array(element.children.filter { $0.text.ifNotBlank != nil || !$0.name.isEmpty }.prefix(1)))
            case "": return leaf(element.text, of: "mtext")
            case "mi", "mn", "mo", "mtext", "ms": return leaf(content(element), of: element.name)
            case "mspace": return []
            case "mfrac", "msup", "msub", "msubsup", "mover", "munder", "munderover", "mmultiscripts", "msqrt", "mroot",
                "mtable", "mfenced":
                return structure(element, element.children.filter { !$0.name.isEmpty })
            default: return parts(element.children)
            }
        }.filter { !$0.text.isEmpty }
    }

    /// All text inside an element.
    private static func content(_ element: FormulaElement) -> String {
        element.name.isEmpty ? element.text : element.children.map(content).joined()
    }

    private static func leaf(_ text: String, of name: String) -> [Part] {
        // Invisible operators (U+2061 to U+2064) have no width.
        let text = String(text.onOneLine.unicodeScalars.filter { !(0x2061...0x2064).contains($0.value) })
        if name == "mo" {
            if text == "," || text == ";" { return [Part(text: text, kind: .separator)] }
            return [Part(text: text, kind: infix.contains(text) ? .infix : .sign)]
        }
        let isWord = name == "mtext" || name == "mi" && text.count > 1
        return [Part(text: text, kind: isWord ? .word : .operand)]
    }

    private static let infix: Set<String> = [
        "=", "<", ">", "≤", "≥", "≠", "≈", "≡", "∼", "≅", "∝", "→", "←", "↔", "⇒", "⇐", "⇔", "↦", "∈", "∉", "⊂", "⊆",
        "⊃", "⊇",
        "∪", "∩", "∧", "∨", "+", "-", "−", "±", "∓", "×", "÷", "·", "⋅", "∘", "⊕", "⊗", ":=", "≪", "≫",
    ]

    // MARK: Structures

    private static func structure(_ element: FormulaElement, _ children: [FormulaElement]) -> [Part] {
        func group(_ index: Int) -> String { index < children.count ? grouped([children[index]]) : "" }
        func script(_ mark: String, _ index: Int) -> String {
            let text = group(index)
            if mark == "^", text.allSatisfy({ "′″‴'".contains($0) }) { return text }
            return text.isEmpty ? "" : text == "∘" && mark == "^" ? "°" : mark + text
        }
        switch element.name {
        case "mfrac": return [Part(text: group(0) + "/" + group(1), kind: .fraction)]
        case "msup": return [Part(text: group(0) + script("^", 1), kind: .script)]
        case "msub", "munder": return [Part(text: group(0) + script("_", 1), kind: .script)]
        case "msubsup", "munderover", "mmultiscripts":
            return [Part(text: group(0) + script("_", 1) + script("^", 2), kind: .script)]
        case "mover":
            // Once: what is written twice at each level takes twice the time with each.
            let (base, mark) = (group(0), group(1))
            if let accent = accents[mark], base.count == 1 { return [Part(text: base + accent, kind: .operand)] }
            return [Part(text: mark.isEmpty ? base : "\(base)^\(mark)", kind: .script)]
        case "msqrt": return [Part(text: "√" + grouped(element.children), kind: .operand)]
        case "mroot": return [Part(text: "√[\(group(1))](\(children.first.map { line([$0]) } ?? ""))", kind: .operand)]
        case "mfenced":
            let marks = (element.attributes["open"] ?? "(", element.attributes["close"] ?? ")")
            let separator = element.attributes["separators"]?.trimmed.first.map(String.init) ?? ","
            let parts = children.map { line([$0]) }
            return [Part(text: marks.0 + parts.joined(separator: separator + " ") + marks.1, kind: .operand)]
        default: return [Part(text: rows(children), kind: .operand)]
        }
    }

    /// A table: cells are separated by commas and rows by semicolons.
    private static func rows(_ rows: [FormulaElement]) -> String {
        rows.map { row in
            let cells = row.children.filter { !$0.name.isEmpty }.map { line([$0]) }.filter { !$0.isEmpty }
            // The lines of an equation are aligned at their operators.
            let isAligned = cells.contains { cell in infix.contains { cell.hasPrefix($0) || cell.hasSuffix($0) } }
            return cells.joined(separator: isAligned ? " " : ", ")
        }.joined(separator: "; ")
    }

    /// The elements as one operand, in parentheses unless they are a single symbol, number or name.
    private static func grouped(_ elements: [FormulaElement]) -> String {
        let parts = parts(elements)
        let text = line(parts).onOneLine
        if parts.count == 1, ![.fraction, .script].contains(parts[0].kind) || text.count == 1 { return text }
        if parts.isEmpty || isEnclosed(text) { return text }
        return "(\(text))"
    }

    private static func isEnclosed(_ text: String) -> Bool {
        guard text.hasPrefix("("), text.hasSuffix(")") else { return false }
        var depth = 0
        for (index, character) in zip(text.indices, text) {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if depth == 0 { return text.index(after: index) == text.endIndex }
        }
        return false
    }

    /// The combining characters of marks above a symbol.
    private static let accents: [String: String] = [
        "¯": "\u{304}", "‾": "\u{304}", "ˉ": "\u{304}", "_": "\u{304}", "^": "\u{302}", "ˆ": "\u{302}", "~": "\u{303}",
        "˜": "\u{303}", "→": "\u{20d7}", "⃗": "\u{20d7}", "˙": "\u{307}", ".": "\u{307}", "¨": "\u{308}",
    ]
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber }
}

extension String {
    /// The source without the markers of a CDATA section, which are comments in TeX.
    fileprivate var withoutComments: String {
        var source = trimmed
        if source.hasPrefix("% <![CDATA[") { source = String(source.dropFirst(11)) }
        if source.hasSuffix("%]]>") { source = String(source.dropLast(4)) }
        return source
    }

    /// TeX on one line, without the commands that only choose a size.
    var texFormula: String {
        var text = onOneLine
        for wrapper in ["{\\displaystyle ", "{\\textstyle "] where text.hasPrefix(wrapper) && text.hasSuffix("}") {
            text = text.dropFirst(wrapper.count).dropLast().trimmed
        }
        if text.hasPrefix("\\displaystyle") { text = text.dropFirst("\\displaystyle".count).trimmed }
        return text
    }
}

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

    /// True if the formula is on lines of its own.
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
