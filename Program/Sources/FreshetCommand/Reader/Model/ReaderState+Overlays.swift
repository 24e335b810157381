import Feeds

extension ReaderState {
    /// Keys that a box or the filter's line takes.
    mutating func handleOverlay(_ event: InputEvent) -> [ReaderEffect] {
        if event == .key(.control("c")) { return perform(.quit) }
        switch overlay {
        case .help(let offset): return handleHelp(event, offset)
        case .follow(let box): return handle(event, box)
        case .rule(let box): return handle(event, box)
        case .feed(let box): return handle(event, box)
        case .label(let box): return handle(event, box)
        case .link(let digits): return handleLink(event, digits)
        case .filter(let field): return handleFilter(event, field)
        case .find(let field): return handleFind(event, field)
        case nil: return []
        }
    }

    private mutating func handleHelp(_ event: InputEvent, _ offset: Int) -> [ReaderEffect] {
        guard case .key(let key) = event else { return [] }
        let help = KeyHelp(self)
        let page = max(1, help.height - 1)
        let target: Int
        switch keyMap.command(key) {
        case .down: target = offset + 1
        case .up: target = offset - 1
        case .pageDown: target = offset + page
        case .pageUp: target = offset - page
        case .first: target = 0
        case .last: target = help.rows.count
        case .quit: return perform(.quit)
        default:
            overlay = nil
            return []
        }
        overlay = .help(offset: max(0, min(target, help.rows.count - help.height)))
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

    private mutating func handleFilter(_ event: InputEvent, _ field: TextField) -> [ReaderEffect] {
        var field = field
        switch event {
        case .key(.enter): overlay = nil
        case .key(.escape):
            overlay = nil
            list.filter("", height: layout.listHeight)
        case .key(.down): list.move(by: 1, height: layout.listHeight)
        case .key(.up): list.move(by: -1, height: layout.listHeight)
        default:
            guard field.edit(event) else { return [] }
            overlay = .filter(field)
            if field.text != list.filter { list.filter(field.text, height: layout.listHeight) }
        }
        return []
    }

    private mutating func handleFind(_ event: InputEvent, _ field: TextField) -> [ReaderEffect] {
        var field = field
        switch event {
        case .key(.escape):
            overlay = nil
            article.endSearch()
        case .key(.enter), .key(.down): article.find(field.text, .next, height: layout.height)
        case .key(.up): article.find(field.text, .previous, height: layout.height)
        default:
            let text = field.text
            guard field.edit(event) else { return [] }
            overlay = .find(field)
            if field.text != text { article.find(field.text, .first, height: layout.height) }
        }
        return []
    }

    private mutating func handle(_ event: InputEvent, _ box: RuleBox) -> [ReaderEffect] {
        var box = box
        if event == .key(.escape) {
            overlay = nil
            return [.testRule("")]
        }
        let text = box.field.text
        switch box.step {
        case .adding: return []
        case .confirming:
            let isConfirmed = [.key(.character("y")), .key(.character("Y"))].contains(event)
            box.step = isConfirmed ? .adding : .typing
            overlay = .rule(box)
            return isConfirmed ? [.addRule(text)] : []
        case .typing, .waiting: break
        }
        if event == .key(.enter) {
            box.submit()
            overlay = .rule(box)
            return box.step == .adding ? [.addRule(text)] : []
        }
        guard box.field.edit(event) else { return [] }
        let isChanged = box.field.text != text
        if isChanged { (box.preview, box.step) = (nil, .typing) }
        overlay = .rule(box)
        return isChanged ? [.testRule(box.field.text)] : []
    }

    private mutating func handle(_ event: InputEvent, _ box: FeedBox) -> [ReaderEffect] {
        var box = box
        switch event {
        case .key(.escape):
            overlay = nil
            return []
        case .key(.enter):
            if let settings = box.settings() {
                overlay = nil
                return [.change(box.feed, settings)]
            }
        case .key(.tab), .key(.down): box.move(by: 1)
        case .key(.backTab), .key(.up): box.move(by: -1)
        default: if !box.edit(event) { return [] }
        }
        overlay = .feed(box)
        return []
    }

    private mutating func handle(_ event: InputEvent, _ box: LabelBox) -> [ReaderEffect] {
        var box = box
        switch event {
        case .key(.escape):
            overlay = nil
            return []
        case .key(.enter):
            if let change = box.change() {
                overlay = nil
                return [change]
            }
        default: if !box.edit(event) { return [] }
        }
        overlay = .label(box)
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
                let page = TerminalText(box.field.text).string
                box.field = TextField(candidates[selected].url)
                box.step = .checking
                return [.follow(candidates[selected].url, namedBy: page)]
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
