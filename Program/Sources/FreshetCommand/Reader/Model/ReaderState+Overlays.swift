import Feeds

extension ReaderState {
    /// Keys that a box or the filter's line takes.
    mutating func handleOverlay(_ event: InputEvent) -> [ReaderEffect] {
        if event == .key(.control("c")) { return perform(.quit) }
        switch overlay {
        case .help(let offset): return handleHelp(event, offset)
        case .follow(let box): return handle(event, box)
        case .link(let digits): return handleLink(event, digits)
        case .filter: return handleFilter(event)
        case nil: return []
        }
    }

    private mutating func handleHelp(_ event: InputEvent, _ offset: Int) -> [ReaderEffect] {
        guard case .key(let key) = event else { return [] }
        switch keyMap.command(key) {
        case .down, .pageDown: overlay = .help(offset: offset + 1)
        case .up, .pageUp: overlay = .help(offset: max(0, offset - 1))
        case .quit: return perform(.quit)
        default: overlay = nil
        }
        return []
    }

    private mutating func handleLink(_ event: InputEvent, _ digits: String) -> [ReaderEffect] {
        overlay = nil
        switch event {
        case .key(.character(let digit)) where ("0"..."9").contains(digit): return link(digits + String(digit))
        case .key(.enter):
            guard let number = Int(digits), article.links.indices.contains(number - 1) else { return [] }
            return [.browse(article.links[number - 1])]
        default: return []
        }
    }

    private mutating func handleFilter(_ event: InputEvent) -> [ReaderEffect] {
        var field = TextField(list.filter)
        switch event {
        case .key(.enter): overlay = nil
        case .key(.escape):
            overlay = nil
            list.filter("", height: layout.listHeight)
        case .key(.down): list.move(by: 1, height: layout.listHeight)
        case .key(.up): list.move(by: -1, height: layout.listHeight)
        default: if field.edit(event) { list.filter(field.text, height: layout.listHeight) }
        }
        return []
    }

    private mutating func handle(_ event: InputEvent, _ box: FollowBox) -> [ReaderEffect] {
        var box = box
        if event == .key(.escape) {
            overlay = nil
            return [.follow("")]
        }
        defer { if overlay != nil { overlay = .follow(box) } }
        switch box.step {
        case .checking: return []
        case .choosing(let candidates, let selected):
            switch event {
            case .key(.enter):
                box.field = TextField(candidates[selected].url)
                box.step = .checking
                return [.follow(candidates[selected].url)]
            case .key(.down), .key(.character("j")):
                box.step = .choosing(candidates, min(selected + 1, candidates.count - 1))
            case .key(.up), .key(.character("k")): box.step = .choosing(candidates, max(selected - 1, 0))
            default: break
            }
        case .typing, .failed:
            if event == .key(.enter) {
                let address = TerminalText(box.field.text).string
                guard !address.isEmpty else { return [] }
                box.step = .checking
                return [.follow(address)]
            }
            if box.field.edit(event) { box.step = .typing }
        }
        return []
    }
}
