/// Reads untrusted markup and writes well-formed markup to an output.
struct MarkupReader<Output: MarkupOutput> {
    private(set) var tokenizer: MarkupTokenizer
    var balancer: MarkupBalancer<Output>
    private let isCut: Bool
    /// True if unknown tags are text, such as `<Int>` in a title.
    private let keepsUnknownTags: Bool
    /// The silent element that is being skipped, and the nesting of its name.
    var silence: (name: String, depth: Int)?
    /// The video or audio element that is being skipped and has no address yet.
    private var player: (media: MarkupMedia, description: String)?

    /// The candidates of the `source` elements of the open picture.
    var pictureSources: [String] = []
    /// The picture of the last `noscript` element, unless text has followed it.
    var scriptlessPicture: WebAddress?

    /// The formula that is being read.
    var formula: FormulaReader?
    /// True if no text has followed a formula.
    var followsFormula = false
    /// The media type of the script with the source of a formula that is being skipped.
    private var formulaType: String?
    private var readings = RubyReadings()
    /// The language of the code inside the open elements that aren't shown.
    private var codeLanguage: String?
    /// True if preformatted text is code although the markup has no element for that.
    private var isCodeImplied = false

    /// Writes the visible parts of `markup`, at most `size` bytes of it, to `output`.
    static func read(
        _ markup: String, atMost size: Int = 64_000, keepsUnknownTags: Bool = false, into output: Output
    ) -> Output {
        var reader = MarkupReader(markup, size, keepsUnknownTags, output)
        return reader.output()
    }

    private init(_ markup: String, _ size: Int, _ keepsUnknownTags: Bool, _ output: Output) {
        isCut = markup.utf8.count > size
        tokenizer = MarkupTokenizer(isCut ? markup.prefix(bytes: size) : markup)
        balancer = MarkupBalancer(output, size: size)
        self.keepsUnknownTags = keepsUnknownTags
    }

    private mutating func output() -> Output {
        while !balancer.output.isFull, let token = tokenizer.next() {
            if formula != nil {
                readFormula(token)
            } else if silence != nil {
                skip(token)
            } else {
                read(token)
            }
        }
        endFormula()
        if isCut { balancer.text("…") }
        return balancer.finished()
    }

    mutating func read(_ token: MarkupToken) {
        switch token {
        case .text(let text): self.text(text)
        case .start(let name, let attributes):
            if isDuplicate(name, attributes) {
                if !MarkupElements.void.contains(name) { silence = (name, 1) }
                return
            }
            guard let role = role(of: name), !tokenizer.isTruncated else { return }
            start(name, role, attributes)
        case .end(let name):
            guard let role = role(of: name), !tokenizer.isTruncated else { return }
            end(name, role)
        }
    }

    private mutating func text(_ text: String) {
        let prefix = readings.text(text)
        if !prefix.isEmpty { balancer.text(prefix) }
        if text.ifNotBlank != nil { (followsFormula, scriptlessPicture) = (false, nil) }
        balancer.text(text)
    }

    /// The meaning of the last tag; nil if HTML doesn't know it.
    private mutating func role(of name: String) -> MarkupElements.Role? {
        if let role = MarkupElements.role(of: name) { return role }
        if FormulaReader.localName(name) == "math" { return .formula }
        if keepsUnknownTags { balancer.text(tokenizer.source) }
        return nil
    }

    private mutating func start(_ name: String, _ role: MarkupElements.Role, _ attributes: MarkupAttributes) {
        switch role {
        case .block(.preformatted): startCode(attributes)
        case .block(let element), .part(let element): balancer.startBlock(element)
        case .details: balancer.startBlock(.details(isOpen: attributes["open"] != nil))
        case .orderedList:
            let first = attributes["start"].flatMap { Int($0.trimmed) } ?? 1
            balancer.startBlock(.numberedList(from: (0...99_999).contains(first) ? first : 1))
        case .inline(let element): balancer.startInline(element)
        case .code:
            if !isCodeImplied { balancer.startInline(.code(language: CodeLanguage.name(in: attributes))) }
        case .abbreviation:
            let title = SafeText(line: attributes["title"] ?? "", atMost: 200).text
            if !title.isEmpty { balancer.startInline(.abbreviation(of: title)) }
        case .ruby: balancer.text(readings.start(name))
        case .formula: beginFormula(attributes)
        case .link:
            balancer.endLink()
            if let address = attributes["href"].flatMap({ LinkAddress($0) }) { balancer.startInline(.link(address)) }
        case .lineBreak: balancer.lineBreak()
        case .rule: balancer.rule()
        case .quotation: balancer.text("“")
        case .media(.image): image(attributes)
        case .media(let media):
            silence = (name, 1)
            player = (media, attributes["title"] ?? "")
            play(attributes)
        case .boundary:
            balancer.boundary()
            codeLanguage = CodeLanguage.name(in: attributes) ?? codeLanguage
        case .silent:
            formulaType = name == "script" ? attributes["type"].flatMap { $0.hasPrefix("math/tex") ? $0 : nil } : nil
            if !tokenizer.isSelfClosing || MarkupElements.raw.contains(name) { silence = (name, 1) }
        case .frame:
            if let frame = MarkupFrame(attributes) { balancer.frame(frame) }
            silence = (name, 1)
        case .pictureSource: readSource(attributes)
        case .transparent: break
        }
    }

    /// Begins preformatted text, which is code if it or an element around it names a language.
    private mutating func startCode(_ attributes: MarkupAttributes) {
        balancer.startBlock(.preformatted)
        guard let language = CodeLanguage.name(in: attributes) ?? codeLanguage else { return }
        isCodeImplied = true
        balancer.startInline(.code(language: language))
    }

    private mutating func end(_ name: String, _ role: MarkupElements.Role) {
        switch role {
        case .block(.preformatted):
            balancer.endBlock(.preformatted)
            (isCodeImplied, codeLanguage) = (false, nil)
        case .details: balancer.endBlock(.details(isOpen: false))
        case .code: if !isCodeImplied { balancer.endInline(.code(language: nil)) }
        case .abbreviation: balancer.endInline(.abbreviation(of: ""))
        case .ruby: balancer.text(readings.end())
        case .block(let element), .part(let element): balancer.endBlock(element)
        case .orderedList: balancer.endBlock(.numberedList(from: 1))
        case .inline(let element): balancer.endInline(element)
        case .link: balancer.endLink()
        case .lineBreak: balancer.lineBreak()
        case .quotation: balancer.text("”")
        case .boundary: balancer.boundary()
        case .rule, .media, .frame, .pictureSource, .silent, .transparent, .formula: break
        }
    }

    /// Skips the contents of a silent element.
    private mutating func skip(_ token: MarkupToken) {
        switch token {
        case .start("source", let attributes) where player != nil: play(attributes)
        case .start("source", let attributes) where silence?.name == "noscript": readSource(attributes)
        case .start("img", let attributes) where silence?.name == "noscript": scriptlessImage(attributes)
        case .text(let text) where formulaType != nil: writeFormula(script: text, type: formulaType ?? "")
        case .start(silence?.name, _) where !tokenizer.isSelfClosing: silence?.depth += 1
        case .end(silence?.name):
            silence?.depth -= 1
            if silence?.depth == 0 { (silence, player, formulaType) = (nil, nil, nil) }
        case .start(let name, let attributes) where silence?.name == "svg":
            // A block ends an unclosed drawing, like in browsers.
            guard case .block? = MarkupElements.role(of: name) else { return }
            silence = nil
            read(.start(name, attributes))
        default: break
        }
    }

    /// Shows a video or audio element as a link.
    private mutating func play(_ attributes: MarkupAttributes) {
        guard let player, let address = attributes["src"].flatMap({ LinkAddress($0) }) else { return }
        balancer.media(player.media, player.description, at: address)
        self.player = nil
    }
}

extension String {
    /// Returns the beginning of the text: at most `count` bytes, without splitting characters.
    package func prefix(bytes count: Int) -> String {
        guard utf8.count > count else { return self }
        var end = utf8.index(startIndex, offsetBy: count)
        while String.Index(end, within: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}

extension MarkupReader {
    /// The maximum number of tokens between a placeholder and the end of the `noscript` element that has its picture.
    private static var longestReplacement: Int { 24 }

    /// Shows a picture, unless a `noscript` element has it.
    mutating func image(_ attributes: MarkupAttributes) {
        let image = MarkupImage(attributes, alternatives: pictureSources)
        pictureSources = []
        guard !isReplaced, !hasBeenShown(image) else { return }
        scriptlessPicture = nil
        balancer.image(image)
    }

    /// Shows a picture for readers without scripts.
    mutating func scriptlessImage(_ attributes: MarkupAttributes) {
        let image = MarkupImage(attributes, alternatives: pictureSources)
        pictureSources = []
        guard let address = image.address, !Trackers.contain(address), !image.isInvisible, !hasBeenShown(image) else {
            return
        }
        scriptlessPicture = address
        balancer.image(image)
    }

    mutating func readSource(_ attributes: MarkupAttributes) {
        if let candidates = attributes["data-srcset"] ?? attributes["srcset"] { pictureSources.append(candidates) }
    }

    /// Returns true if an image after the picture of a `noscript` element is that picture or its placeholder.
    private func hasBeenShown(_ image: MarkupImage) -> Bool {
        guard let shown = scriptlessPicture else { return false }
        return image.address.map { Self.path($0) == Self.path(shown) } ?? true
    }

    private static func path(_ address: WebAddress) -> Substring { address.text.prefix { $0 != "?" } }

    /// True if a `noscript` element with a picture follows the image.
    ///
    /// A script would load that picture in place of the image.
    private var isReplaced: Bool {
        var rest = tokenizer
        var isInside = false
        for _ in 0..<Self.longestReplacement {
            switch rest.next() {
            case .text(let text)? where isInside || text.ifNotBlank == nil: continue
            case .end("picture")?, .end("span")?, .end("a")?: continue
            case .end("noscript")? where isInside: return false
            case .start("noscript", _)?: isInside = true
            case .start("img", let attributes)? where isInside:
                let image = MarkupImage(attributes)
                return !image.isInvisible && image.address.map { !Trackers.contain($0) } == true
            case .start(let name, _)? where MarkupElements.raw.contains(name): return false
            case .start? where isInside, .end? where isInside: continue
            default: return false
            }
        }
        return false
    }
}

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

    /// Returns true if an element repeats a formula for display only: KaTeX and MathJax write both.
    func isDuplicate(_ name: String, _ attributes: MarkupAttributes) -> Bool {
        guard attributes["aria-hidden"]?.lowercased() == "true" else { return false }
        return followsFormula || name == "nobr" || name.hasPrefix("mjx-")
    }
}

extension MarkupElements {
    /// Returns true if the start of an element ends a formula that isn't closed.
    static func endsFormula(_ name: String) -> Bool {
        switch role(of: name) {
        case .block?, .part?, .boundary?, .orderedList?, .rule?, .details?: true
        default: false
        }
    }
}
