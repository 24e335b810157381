import FeedStore
import Feeds
import Platform

extension ReaderState {
    /// Handles a key, the mouse or pasted text.
    mutating func handle(_ event: InputEvent) -> [ReaderEffect] {
        if isRedraw(event) { return [.redraw] }
        notice = nil
        // Any key or press cancels a jump that waits for items.
        jump = nil
        if overlay != nil { return handleOverlay(event) }
        switch event {
        case .key(.character(let digit)) where focus == .item && ("1"..."9").contains(digit): return link(String(digit))
        case .key(let key): return keyMap.command(key).map { perform($0) } ?? []
        case .mouse(let mouse, let position): return handle(mouse, position)
        case .paste: return []
        }
    }

    /// Control keys redraw while a line is typed, too.
    private func isRedraw(_ event: InputEvent) -> Bool {
        guard case .key(let key) = event, case .control = key else { return false }
        return keyMap.command(key) == .redraw
    }

    mutating func perform(_ command: ReaderCommand) -> [ReaderEffect] {
        switch command {
        case .down: move(by: 1)
        case .up: move(by: -1)
        case .pageDown: page(1)
        case .pageUp: page(-1)
        case .first: moveToEnd(false)
        case .last: moveToEnd(true)
        case .open: return openSelected()
        case .back: back()
        case .forward: return focus == .feeds ? enterList() : open(list.selected)
        case .nextPane: return focus == .item ? showFeedsOrList() : focus == .feeds ? enterList() : open(list.selected)
        case .nextUnread: return jumpToUnread(1)
        case .previousUnread: return jumpToUnread(-1)
        case .browser: return browse()
        case .discussion:
            guard let url = discussionAddress else {
                notice = "This item has no discussion."
                return []
            }
            return [.browse(url.absoluteString)]
        case .copy:
            guard let address = pointed?.shown.entry.webAddress else { return [] }
            notice = "Link copied: \(address)"
            return [.copy(address)]
        case .save: return current.map { mark([$0], $0.shown.isSaved ? .unsaved : .saved) } ?? []
        case .toggleRead: return toggleRead()
        case .label:
            guard let item = current, item.shown.entry.isMarkable else { return [] }
            overlay = .label(LabelBox(item))
        case .markAll: return markAll()
        case .takeApart: return takeApart()
        case .join: return join()
        case .undo: return undo()
        case .refresh: return refresh()
        case .filter where focus == .item: overlay = .find(TextField())
        case .filter:
            overlay = .filter(TextField(list.filter))
            focus = .list
        case .follow:
            guard accepts(.follow) else {
                if isOffline { notice = "Can't follow a feed: --offline makes no requests." }
                return []
            }
            let feed = focus == .feeds ? sidebar.selected?.feed : list.source.feed
            let isFollowed = feed.map { feed in sidebar.followed.contains { $0.feed == feed } } ?? true
            overlay = .follow(FollowBox(isFollowed ? "" : feed?.key.address ?? ""))
        case .unfollow:
            guard let managed else {
                notice = Self.notManaged
                return []
            }
            return [.unfollow(managed.feed)]
        case .editFeed:
            guard let managed else {
                notice = Self.notManaged
                return []
            }
            overlay = .feed(FeedBox(managed))
        case .enclosure:
            guard let file = current?.shown.entry.enclosures.first else {
                notice = "This item has no audio, video or other file."
                return []
            }
            return [.browse(file.url.absoluteString)]
        case .fullText: return loadFullText()
        case .rule:
            guard let item = current, item.shown.entry.isMarkable else { return [] }
            let box = RuleBox(item.suggestedRule)
            overlay = .rule(box)
            return [.testRule(box.field.text)]
        case .help: overlay = .help(offset: 0)
        case .redraw: return [.redraw]
        case .quit:
            isOver = true
            return [.quit]
        }
        return []
    }

    private static let notManaged = "Select a feed that you follow, or an item of one."

    /// Changes the mark of the selected item; in the list, selects the next one.
    private mutating func toggleRead() -> [ReaderEffect] {
        guard let item = current else { return [] }
        let effects = mark([item], item.shown.isUnread ? .read : .unread)
        if focus == .list { move(by: 1) }
        return effects
    }

    private mutating func refresh() -> [ReaderEffect] {
        guard !isOffline else {
            notice = "Not refreshed: --offline makes no requests."
            return []
        }
        isRefreshRequested = true
        if list.source.feed == nil { progress.begin(sidebar.refreshed) }
        return [.refresh(list.source.feed)]
    }

    // MARK: Moving

    private mutating func move(by step: Int) {
        switch focus {
        case .feeds:
            sidebar.move(by: step, height: layout.height)
            selectSidebar()
        case .list:
            list.move(by: step, height: layout.listHeight)
        case .item: article.move(by: step, height: layout.height)
        }
    }

    private mutating func page(_ direction: Int) {
        switch focus {
        case .feeds:
            sidebar.move(by: direction * max(1, layout.height - 1), height: layout.height)
            selectSidebar()
        case .list:
            list.move(by: direction * max(1, layout.listHeight - 1), height: layout.listHeight)
        case .item: article.scroll(by: direction * max(1, layout.height - 1), height: layout.height)
        }
    }

    private mutating func moveToEnd(_ isEnd: Bool) {
        switch focus {
        case .feeds:
            sidebar.move(to: isEnd ? .max : 0, height: layout.height)
            selectSidebar()
        case .list:
            list.move(to: isEnd ? list.rowCount - 1 : 0, height: layout.listHeight)
        case .item: article.scroll(toEnd: isEnd, height: layout.height)
        }
    }

    private mutating func selectSidebar() {
        if let source = sidebar.selected { select(source) }
    }

    // MARK: Opening and going back

    private mutating func openSelected() -> [ReaderEffect] {
        switch focus {
        case .feeds: return enterList()
        case .list:
            if list.requestMore() { return [] }
            return open(list.selected)
        case .item:
            switch article.requestMissing() {
            case .requested: return []
            case .unavailable:
                notice = "No more comments can be loaded. Press \(keyMap.names(.discussion)) to open the discussion."
                return []
            case nil: break
            }
            if let voice = article.selectedVoice { return open(voice) }
            _ = article.toggleFold(height: layout.height)
            return []
        }
    }

    private mutating func enterList() -> [ReaderEffect] {
        selectSidebar()
        focus = .list
        return []
    }

    private mutating func showFeedsOrList() -> [ReaderEffect] {
        closeItem()
        focus = alone == nil ? .feeds : .list
        return []
    }

    /// Reads an item in place and marks it as read; an item that leads to another feed shows that feed.
    mutating func open(_ item: ListedItems.Item?) -> [ReaderEffect] {
        guard let item else { return [] }
        if case .feed(let path)? = item.shown.entry.link, let feed = catalog.feed(path: path), alone == nil {
            select(.feed(feed))
            focus = .list
            return []
        }
        focus = .item
        article.show(
            item, named: sidebar.title(of: .feed(item.feed)), isOpen: true, width: layout.itemWidth, clock, in: catalog,
            limit: limit)
        return showFullText(of: item) + (marksOpened(item) ? mark([item], .read, isUndoable: false) : [])
    }

    // MARK: Full texts

    /// Shows the stored full text of an opened item; loads it if the feed's settings require that.
    private func showFullText(of item: ListedItems.Item) -> [ReaderEffect] {
        guard item.fullTextPage != nil else { return [] }
        let settings = sidebar.followed.first { $0.feed == item.feed }?.settings
        let loads = settings?.loadsFullTexts == true && !isOffline
        return [.fullText(FullTextRequest(feed: item.feed, id: item.shown.entry.id, loads: loads))]
    }

    /// Opens the item, if it isn't open, and loads its full text.
    private mutating func loadFullText() -> [ReaderEffect] {
        guard let item = current, item.fullTextPage != nil else {
            notice = FeedError.noFullText.message + "."
            return []
        }
        if isOffline {
            notice = "Can't load the full text: --offline makes no requests."
            return []
        }
        let effects = focus == .item ? [] : open(item).filter { if case .fullText = $0 { false } else { true } }
        if article.fullText == .loading { return effects }
        if article.fullText.isShown {
            notice = "This is the full text."
            return effects
        }
        // What was found before can be a doubt.
        let again = article.fullText != .missing
        article.show(.loading, of: item.key, clock)
        return effects + [.fullText(FullTextRequest(feed: item.feed, id: item.shown.entry.id, again: again))]
    }

    private mutating func back() {
        switch focus {
        case .list where joined != nil: joined = nil
        case .item:
            closeItem()
            focus = .list
        case .list where !list.filter.isEmpty: list.filter("", height: layout.listHeight)
        case .list: if alone == nil { focus = .feeds }
        case .feeds: break
        }
    }

    mutating func closeItem() {
        article.show(nil, isOpen: false, width: layout.itemWidth, clock, in: catalog)
    }

    // MARK: Unread items across feeds

    private mutating func jumpToUnread(_ direction: Int) -> [ReaderEffect] {
        if let effects = go(Jump(direction: direction, position: list.window.cursor)) { return effects }
        if focus == .feeds, let effects = go(Jump(direction: direction)) { return effects }
        guard alone == nil, let source = sidebar.feedWithUnread(from: list.source, direction) else {
            notice = "Nothing else is unread."
            return []
        }
        if source == list.source {
            let effects = go(Jump(direction: direction))
            if effects == nil { notice = "Nothing else is unread." }
            return effects ?? []
        }
        select(source)
        focus = .list
        jump = Jump(direction: direction)
        return []
    }

    // MARK: Links

    private mutating func browse() -> [ReaderEffect] {
        if focus == .feeds {
            return (sidebar.selected?.feed?.description.page).map { [.browse($0.absoluteString)] } ?? []
        }
        guard let item = pointed else { return [] }
        guard let address = item.shown.entry.webAddress else { return open(item) }
        return [.browse(address)] + (marksOpened(item) ? mark([item], .read, isUndoable: false) : [])
    }

    /// Opens a numbered link, or waits for more digits of its number.
    mutating func link(_ digits: String) -> [ReaderEffect] {
        overlay = nil
        guard let number = Int(digits), article.links.indices.contains(number - 1) else {
            notice = "There is no link \(digits)."
            return []
        }
        if number * 10 <= article.links.count {
            overlay = .link(digits)
            return []
        }
        return [.browse(article.links[number - 1])]
    }
}

extension ListedItems.Item {
    /// The page of its discussion, to which the headline may lead.
    var discussionAddress: URL? {
        if let page = shown.entry.discussion { return page }
        guard case .web(let url)? = shown.entry.link else { return nil }
        return shown.entry.measure("comments") == nil ? nil : url
    }
}

extension ReaderState {
    /// Presses select a row, and open it if it was selected; the wheel scrolls the pane below it.
    mutating func handle(_ mouse: Mouse, _ position: Screen.Position) -> [ReaderEffect] {
        switch mouse {
        case .wheelUp: scroll(by: -3, at: position)
        case .wheelDown: scroll(by: 3, at: position)
        case .press: return press(position)
        }
        return []
    }

    private mutating func scroll(by lines: Int, at position: Screen.Position) {
        if let list = layout.list, list.contains(position) {
            self.list.scroll(by: lines, height: layout.listHeight)
        } else if let item = layout.item, item.contains(position) {
            article.scroll(by: lines, height: layout.height)
        } else if let feeds = layout.feeds, feeds.contains(position) {
            sidebar.scroll(by: lines.signum(), height: layout.height)
            if let source = sidebar.selected { select(source) }
        }
    }

    private mutating func press(_ position: Screen.Position) -> [ReaderEffect] {
        if let area = layout.feeds, area.contains(position) {
            closeItem()
            focus = .feeds
            let row = sidebar.window.offset + position.row
            guard sidebar.rows.indices.contains(row), sidebar.rows[row].source != nil else { return [] }
            sidebar.move(to: row, height: layout.height)
            if let source = sidebar.selected { select(source) }
        } else if let area = layout.list, area.contains(position) {
            let (line, lines) = (position.row - layout.listHeader, list.lines(height: layout.listHeight))
            guard lines.indices.contains(line), let row = list.row(of: lines[line]) else { return [] }
            let isSelected = focus == .list && row == list.window.cursor
            closeItem()
            focus = .list
            list.move(to: row, height: layout.listHeight)
            if isSelected { return perform(.open) }
        } else if let area = layout.item, area.contains(position) {
            if !article.isOpen { return open(list.selected) }
            focus = .item
            if article.press(line: position.row) { _ = article.toggleFold(height: layout.height) }
        }
        return []
    }
}
