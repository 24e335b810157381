/// Converts any sequence of tags and text to well-formed markup without empty elements.
///
/// An element is opened with its first text. Elements beyond the limits are dropped; their text stays.
struct MarkupBalancer<Output: MarkupOutput> {
    struct Block {
        let element: MarkupElement
        var hasBegun = false
        /// In a row, the empty cells that were left out so far; in a table, its rows.
        var parts = 0
    }

    struct Inline {
        let element: MarkupElement
        /// The number of enclosing blocks; it ends with the innermost of them.
        let depth: Int
        var hasBegun = false
    }

    // More than any text needs.
    static var maximumDepth: Int { 24 }
    static var maximumInlines: Int { 8 }

    var output: Output
    var blocks: [Block] = []
    var inlines: [Inline] = []
    var remainingElements: Int
    var remainingLinks: Int
    /// True if the current text is in a paragraph that no tag opened.
    var isInImpliedParagraph = false
    /// True if the current line is empty.
    var isAtStart = true
    var pendingBreaks = 0

    /// - Parameter size: the maximum length of the markup, in bytes.
    init(_ output: Output, size: Int) {
        self.output = output
        (remainingElements, remainingLinks) = (size / 8, size / 64)
    }

    /// The output with all elements closed.
    mutating func finished() -> Output {
        close(to: 0)
        return output
    }

    mutating func text(_ text: String) {
        if blocks.last?.element == .preformatted { return preformatted(text) }
        let clean = SafeText(text, atMost: .max).text
        if clean.allSatisfy(\.isWhitespace) {
            guard !clean.isEmpty, !isAtStart, pendingBreaks == 0 else { return }
        }
        beginEverything()
        output.text(clean)
    }

    mutating func lineBreak() {
        if blocks.last?.element == .preformatted { return preformatted("\n") }
        if !isAtStart { pendingBreaks += 1 }
    }

    mutating func rule() {
        boundary()
        guard blocks.last?.element != .preformatted, blocks.last?.element.requiredChild == nil else { return }
        beginBlocks()
        output.rule()
    }

    mutating func image(_ image: MarkupImage) {
        if image.isInvisible { return }
        if image.isSymbol, !image.description.isEmpty { return text(image.description) }
        guard image.address != nil || !image.description.isEmpty else { return }
        if let address = image.address, let served = output.served(address), mayShowPicture {
            if !Trackers.contain(address) { picture(image, as: served) }
        } else {
            media(.image, image.description, at: image.address.flatMap { LinkAddress($0.text) })
        }
    }

    /// True if a picture is allowed here, within the limits.
    private var mayShowPicture: Bool { remainingElements > 0 && blocks.last?.element != .preformatted }

    private mutating func picture(_ image: MarkupImage, as served: ServedPicture) {
        remainingElements -= 1
        beginEverything()
        output.picture(image, as: served)
    }

    /// A file; inside a link it gets no link of its own.
    mutating func media(_ kind: MarkupMedia, _ description: String, at address: LinkAddress?) {
        let isInLink = inlines.contains { $0.element.isLink }
        if let address, !isInLink { startInline(.link(address)) }
        beginEverything()
        output.media(kind, SafeText(line: description, atMost: 500).text)
        if !isInLink { endLink() }
    }

    /// An embedded page as a link, below its picture if it has one.
    mutating func frame(_ frame: MarkupFrame) {
        boundary()
        let isInLink = inlines.contains { $0.element.isLink }
        if !isInLink, let address = LinkAddress(frame.address.text) { startInline(.link(address)) }
        if let picture = frame.picture, let served = picture.address.flatMap(output.served), mayShowPicture {
            self.picture(picture, as: served)
            lineBreak()
        }
        beginEverything()
        output.media(frame.media, SafeText(line: frame.host, atMost: 100).text)
        if !isInLink { endLink() }
        boundary()
    }

    mutating func preformatted(_ text: String) {
        let lines = text.utf8.split(omittingEmptySubsequences: false) { $0 == 0x0a }.map { line in
            Substring(line.last == 0x0d ? line.dropLast() : line).split(
                separator: "\t", omittingEmptySubsequences: false
            )
            .map { SafeText(String($0), atMost: .max).text }.joined(separator: "    ")
        }
        var clean = lines.joined(separator: "\n")[...]
        // HTML drops a line feed after the tag.
        if blocks.last?.hasBegun == false { clean = clean.drop { $0 == "\n" } }
        guard !clean.isEmpty else { return }
        beginEverything()
        output.text(String(clean))
        isAtStart = clean.last == "\n"
    }

    /// Opens all pending elements for the text that follows.
    mutating func beginEverything() {
        beginParent()
        let needsParagraph =
            blocks.last.map { $0.element.wrapsText || isAtStart && $0.hasBegun && !$0.element.isLeaf } ?? true
        beginBlocks()
        writeBreaks()
        if needsParagraph, !isInImpliedParagraph {
            output.begin(.paragraph)
            isInImpliedParagraph = true
        }
        beginInlines()
        isAtStart = false
    }

    /// Two line breaks or more separate paragraphs.
    mutating func writeBreaks() {
        guard pendingBreaks > 0 else { return }
        if pendingBreaks > 1, isInImpliedParagraph {
            endLine()
        } else if pendingBreaks > 1, blocks.last?.element == .paragraph {
            endInlines(from: 0)
            output.end(.paragraph)
            output.begin(.paragraph)
        } else {
            for _ in 0..<min(pendingBreaks, 2) { output.lineBreak() }
        }
        pendingBreaks = 0
    }
}

extension MarkupBalancer {
    /// Ends the paragraph, heading or line that contains the text.
    mutating func boundary() {
        switch blocks.last?.element {
        case .preformatted: if !isAtStart { preformatted("\n") }
        case .paragraph, .heading: close(to: blocks.count - 1)
        default: endLine()
        }
    }

    mutating func startBlock(_ element: MarkupElement) {
        boundary()
        guard blocks.last?.element != .preformatted else { return }
        switch element {
        case .item, .term, .definition, .figureCaption, .summary, .tableCaption, .row, .cell: startPart(element)
        default:
            beginParent()
            push(element)
        }
    }

    mutating func endBlock(_ element: MarkupElement) {
        guard let index = index(where: { $0.isClosed(by: element) }, within: element) else { return boundary() }
        close(to: index)
    }

    /// Opens a part in the innermost block that allows it; without one, it is only a boundary.
    mutating func startPart(_ element: MarkupElement) {
        if case .cell = element, index(where: { element.belongs(in: $0) }, within: element) == nil,
            let table = index(where: { $0 == .table }, within: element)
        {
            close(to: table + 1)
            push(.row)
        }
        guard let parent = index(where: { element.belongs(in: $0) }, within: element) else { return }
        if element == .tableCaption, blocks[parent].parts > 0 || blocks.count > parent + 1 { return }
        close(to: parent + 1)
        push(element)
    }

    /// The innermost such block within the table that contains `element`.
    func index(where matches: (MarkupElement) -> Bool, within element: MarkupElement) -> Int? {
        let isOfTable = element == .table || element == .row || element.isClosed(by: .cell(isHeader: false))
        for index in blocks.indices.reversed() {
            if matches(blocks[index].element) { return index }
            if blocks[index].element == .table
                || !isOfTable && blocks[index].element.isClosed(by: .cell(isHeader: false))
            {
                return nil
            }
        }
        return nil
    }

    /// Opens the elements between the innermost block and its content.
    mutating func beginParent() {
        while let child = blocks.last?.element.requiredChild {
            let count = blocks.count
            push(child, isRequired: true)
            if blocks.count == count { return }
        }
    }

    mutating func push(_ element: MarkupElement, isRequired: Bool = false) {
        guard isRequired || (blocks.count < Self.maximumDepth && remainingElements > 0) else { return }
        endLine()
        remainingElements -= 1
        if element == .row || element == .tableCaption { blocks[blocks.count - 1].parts += 1 }
        blocks.append(Block(element: element))
    }

    /// Ends the innermost blocks until `count` are left.
    mutating func close(to count: Int) {
        endLine()
        while blocks.count > count {
            let block = blocks.removeLast()
            inlines.removeAll { $0.depth > blocks.count }
            if block.hasBegun {
                output.end(block.element)
            } else if case .cell = block.element, let row = blocks.indices.last {
                if blocks[row].hasBegun { emptyCells(1) } else { blocks[row].parts += 1 }
            }
        }
    }

    mutating func endLine() {
        endInlines(from: 0)
        if isInImpliedParagraph { output.end(.paragraph) }
        isInImpliedParagraph = false
        isAtStart = true
        pendingBreaks = 0
    }

    mutating func beginBlocks() {
        for index in blocks.indices where !blocks[index].hasBegun {
            blocks[index].hasBegun = true
            output.begin(blocks[index].element)
            if blocks[index].element == .row { emptyCells(blocks[index].parts) }
        }
    }

    mutating func emptyCells(_ count: Int) {
        for _ in 0..<count {
            output.begin(.cell(isHeader: false))
            output.end(.cell(isHeader: false))
        }
    }
}

extension MarkupBalancer {
    mutating func startInline(_ element: MarkupElement) {
        guard inlines.count < Self.maximumInlines else { return }
        inlines.append(Inline(element: element, depth: blocks.count))
    }

    /// Ends the innermost element of that kind; elements inside it reopen with the next text.
    mutating func endInline(_ element: MarkupElement) { endInline { $0.isClosed(by: element) } }

    mutating func endLink() { endInline(where: \.isLink) }

    mutating func endInline(where matches: (MarkupElement) -> Bool) {
        guard let index = inlines.lastIndex(where: { matches($0.element) }) else { return }
        endInlines(from: index)
        inlines.remove(at: index)
    }

    mutating func endInlines(from start: Int) {
        for index in inlines.indices.dropFirst(start).reversed() where inlines[index].hasBegun {
            output.end(inlines[index].element)
            inlines[index].hasBegun = false
        }
    }

    /// Opens the pending elements, within the limits.
    mutating func beginInlines() {
        var position = 0
        while position < inlines.count {
            defer { position += 1 }
            guard !inlines[position].hasBegun else { continue }
            let isLink = inlines[position].element.isLink
            guard remainingElements > 0, !isLink || remainingLinks > 0 else {
                inlines.removeSubrange(position...)
                return
            }
            remainingElements -= 1
            if isLink { remainingLinks -= 1 }
            inlines[position].hasBegun = true
            output.begin(inlines[position].element)
        }
    }
}
