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
