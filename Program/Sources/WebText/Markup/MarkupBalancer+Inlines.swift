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
