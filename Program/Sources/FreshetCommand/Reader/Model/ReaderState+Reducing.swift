import FeedStore
import Feeds
import Search
import WebText

extension ReaderState {
    /// Applies an action to the state; returns the side effects to perform.
    mutating func reduce(_ action: ReaderAction) -> [ReaderEffect] {
        var effects: [ReaderEffect] = []
        switch action {
        case .input(let event): effects = handle(event)
        case .resized(let size): resize(size)
        case .ticked(let date):
            clock = Clock(now: date, place: clock.place)
            list.tick(clock)
        case .following(let followed, let counts, let failed, let areStoriesOn):
            self.areStoriesOn = areStoriesOn
            if !areStoriesOn { joined = nil }
            let isFirst = sidebar.followed.isEmpty
            sidebar.update(followed, counts, failed: failed, height: layout.height)
            if isFirst, !isOffline, alone == nil { progress.begin(sidebar.refreshed) }
            list.rename(sidebar.names, clock)
            leaveUnfollowed()
        case .feed(let feed, let state, let window, let hasMore):
            guard list.source == .feed(feed) else { return [] }
            list.show(state, in: window, hasMore: hasMore, clock, height: layout.listHeight)
            effects = arrived()
            if state.isSettled { refreshed(state.deferral) }
        case .refreshing(let step):
            progress.note(step, at: clock.now)
            if progress.hasEnded, list.source.feed == nil { refreshed(progress.refusal) }
        case .listed(let source, let items, let window):
            guard list.source == source else { return [] }
            list.show(items, in: window, clock, height: layout.listHeight)
            effects = arrived()
        case .discussion(let feed, let state): article.show(state, of: feed, clock)
        case .fullText(let key, let status): article.show(status, of: key, clock)
        case .voices(let key, let story, let items):
            let names = Dictionary(items.map { ($0.feed.key, sidebar.title(of: .feed($0.feed))) }) { first, _ in first }
            article.show(story, items, names, of: key, clock)
        case .decided(let change, let words): decided(change, words)
        case .undidStories(let hasChanged): undidStories(hasChanged)
        case .marked(let keys, let changed, let mark, let isUndoable):
            effects = marked(keys, changed: changed, mark, isUndoable: isUndoable)
        case .markedAll(let marking): effects = markedAll(marking)
        case .undoExpired(let marking):
            if let refused = takePending(marking.items, .unread) { revert(refused) }
            notice = "These marks can't be undone any more."
        case .markFailed(let keys, let mark, let words):
            notice = words
            if let refused = takePending(keys, mark) {
                revert(refused)
                if let change = refused.undoes { notUndone(change, words) }
            }
        case .followed(let outcome): effects = followed(outcome)
        case .ruleTested(let text, let preview):
            guard case .rule(var box) = overlay, box.field.text == text else { return [] }
            box.preview = preview
            if box.step == .waiting { box.submit() }
            overlay = .rule(box)
            if box.step == .adding { effects = [.addRule(text)] }
        case .ruleAdded(let outcome): added(outcome)
        case .unfollowed(let unfollowed):
            changes.append(.unfollowed(unfollowed))
            notice = "Unfollowed \(unfollowed.title). Press \(keyMap.names(.undo)) to undo."
        case .undoFailed(let change, let words): notUndone(change, words)
        case .ruleSettled(let id):
            changes.removeAll { if case .rule(id, _) = $0 { true } else { false } }
        case .notice(let words): notice = words
        }
        showArticle()
        return effects
    }

    /// The same state on a terminal of another size.
    func resized(_ size: TerminalSize) -> ReaderState {
        guard size != self.size else { return self }
        var state = self
        state.resize(size)
        state.showArticle()
        return state
    }

    private mutating func resize(_ size: TerminalSize) {
        self.size = size
        list.resize(height: layout.listHeight)
        sidebar.scroll(by: 0, height: layout.height)
    }

    /// Shows new items: keeps marks that the store hasn't confirmed, and performs a pending jump.
    private mutating func arrived() -> [ReaderEffect] {
        showPending()
        guard let jump, list.isLoaded else { return [] }
        return go(jump) ?? []
    }

    /// Opens the next or previous unread item in the list, or loads it first and opens it later.
    ///
    /// Returns nil if the list has no such item.
    mutating func go(_ jump: Jump) -> [ReaderEffect]? {
        let start = jump.position ?? (jump.direction > 0 ? -1 : list.total)
        switch list.findUnread(jump.direction, after: start, height: layout.listHeight) {
        case .at(let position):
            self.jump = nil
            list.move(to: position, height: layout.listHeight)
            return open(list.selected)
        case .beyond(let position):
            self.jump = Jump(direction: jump.direction, position: position - jump.direction)
            return []
        case .none:
            // A feed's counts may be newer than its items.
            if list.status?.isSettled != false { self.jump = nil }
            return nil
        }
    }

    /// Shows the current state of the open item, or of the selected one beside the list.
    mutating func showArticle() {
        let width = layout.itemWidth
        if article.isOpen, let item = article.item {
            article.show(
                newer(item), named: sidebar.title(of: .feed(item.feed)), isOpen: true, width: width, clock, in: catalog,
                limit: limit)
        } else if layout.item != nil {
            let name = list.selected.map { sidebar.title(of: .feed($0.feed)) } ?? ""
            article.show(list.selected, named: name, isOpen: false, width: width, clock, in: catalog, limit: limit)
        }
    }

    /// The current state of an open item in the list, where another voice may represent its story.
    private func newer(_ item: ListedItems.Item) -> ListedItems.Item {
        guard let row = list.items.first(where: { $0.tells(item.key) }), row.key != item.key else {
            return list.items.first { $0.key == item.key } ?? item
        }
        var item = item
        item.story = row.story
        return item
    }

    /// Reports why a requested refresh made no request.
    private mutating func refreshed(_ deferral: Deferral?) {
        guard isRefreshRequested else { return }
        isRefreshRequested = false
        if let deferral, !deferral.isOnRequest { notice = deferral.sentence(clock) }
    }

    // MARK: Sources

    /// Shows another source's items.
    mutating func select(_ source: ReaderSource) {
        guard source != list.source else { return }
        list = ListPane(source, order: nil, names: sidebar.names, limit: source.feed?.controls.limit(configured: limit))
        sidebar.select(source, height: layout.height)
        article.show(nil, isOpen: false, width: layout.itemWidth, clock, in: catalog)
        jump = nil
        isRefreshRequested = false
    }

    /// Leaves a folder that is gone.
    private mutating func leaveUnfollowed() {
        if case .folder = list.source, !sidebar.contains(list.source) { select(.unread) }
    }

    // MARK: Marks

    /// Marks items and their stories here and in the store.
    mutating func mark(_ items: [ListedItems.Item], _ mark: Mark, isUndoable: Bool = true) -> [ReaderEffect] {
        let keys = items.filter(\.shown.entry.isMarkable).map(\.key)
        guard !keys.isEmpty else { return [] }
        expect(keys, mark, isUndoable: isUndoable)
        return [.mark(keys, mark, isUndoable: isUndoable)]
    }

    /// Shows a mark, and waits until the store confirms or refuses it.
    private mutating func expect(_ keys: [ItemKey]?, _ mark: Mark, isUndoable: Bool, undoing change: Change? = nil) {
        markNumber += 1
        pending.append(
            PendingMark(
                number: markNumber, keys: keys, mark: mark, changed: show(Set(keys ?? []), mark), undoes: change))
        if isUndoable { changes.append(.marks(markNumber, keys ?? [], mark)) }
    }

    /// Shows a mark in the list, the article and the counts; returns the items that it changed.
    @discardableResult
    private mutating func show(_ keys: Set<ItemKey>, _ mark: Mark) -> [ListedItems.Item] {
        var changed = list.mark(keys, mark)
        if let item = article.mark(keys, mark), !changed.contains(where: { $0.key == item.key }) {
            changed.append(item)
        }
        for item in changed where mark == .read || mark == .unread {
            sidebar.adjust(item.unreadFeeds, by: mark == .read ? -1 : 1)
        }
        return changed
    }

    private mutating func showPending() {
        for mark in pending where !mark.isUndone {
            let keys = Set(mark.keys ?? [])
            list.mark(keys, mark.mark)
            _ = article.mark(keys, mark.mark)
        }
    }

    private mutating func revert(_ refused: PendingMark) {
        if !refused.isUndone { show(Set(refused.changed.map(\.key)), refused.mark.inverse) }
        changes.removeAll { if case .marks(refused.number, _, _) = $0 { true } else { false } }
        showPending()
    }

    private mutating func takePending(_ keys: [ItemKey]?, _ mark: Mark) -> PendingMark? {
        let index = pending.firstIndex { $0.mark == mark && ($0.keys == nil || $0.keys == keys) }
        return index.map { pending.remove(at: $0) }
    }

    private mutating func marked(
        _ keys: [ItemKey], changed: [ItemKey], _ mark: Mark, isUndoable: Bool
    ) -> [ReaderEffect] {
        let confirmed = takePending(keys, mark)
        if confirmed?.isUndone == true { return changed.isEmpty ? [] : unmark(changed, mark) }
        list.mark(Set(changed), mark)
        if case .marking? = confirmed?.undoes {
            // What was marked otherwise meanwhile has kept that.
            show(Set(keys).subtracting(changed + list.voices(toldWith: Set(changed))), mark.inverse)
            notice = Self.undone(mark, changed)
        }
        showPending()
        guard isUndoable else { return [] }
        replaceChange(confirmed, by: changed.isEmpty ? nil : .marks(confirmed?.number ?? 0, changed, mark))
        notice = told(mark, changed)
        return []
    }

    private mutating func markedAll(_ marking: Marking) -> [ReaderEffect] {
        let confirmed = takePending(nil, .read)
        if confirmed?.isUndone == true { return marking.number == nil ? [] : unmark(marking) }
        list.mark(Set(marking.items), .read)
        showPending()
        replaceChange(confirmed, by: marking.number == nil ? nil : .marking(marking))
        notice = marking.items.isEmpty ? Self.allRead : told(.read, marking.items)
        return []
    }

    /// Replaces what the store has confirmed in the list of changes that can be undone.
    private mutating func replaceChange(_ confirmed: PendingMark?, by change: Change?) {
        let place = changes.firstIndex {
            if case .marks(let number, _, _) = $0 { number == confirmed?.number } else { false }
        }
        if let place { changes.remove(at: place) }
        if let change { changes.insert(change, at: place ?? changes.endIndex) }
    }

    private static let allRead = "All items in the list are read."

    private static func told(_ mark: Mark, _ keys: [ItemKey]) -> String {
        "\(mark.pastTense) " + keys.count.counted("item") + "."
    }

    private func told(_ mark: Mark, _ changed: [ItemKey]) -> String {
        Self.told(mark, changed) + (changed.isEmpty ? "" : " Press \(keyMap.names(.undo)) to undo.")
    }

    private static func undone(_ mark: Mark, _ keys: [ItemKey]) -> String { "Undone. " + told(mark, keys) }

    /// Makes a change undoable again after the store refused to undo it.
    private mutating func notUndone(_ change: Change, _ words: String) {
        changes.append(change)
        notice = "\(words) Press \(keyMap.names(.undo)) to try again."
    }

    /// True if opening an item marks it as read: also if marking all did so, because undoing that leaves opened items.
    func marksOpened(_ item: ListedItems.Item) -> Bool {
        item.shown.isUnread
            || changes.contains {
                if case .marking(let marking) = $0 { marking.items.contains(where: item.tells) } else { false }
            }
    }

    mutating func undo() -> [ReaderEffect] {
        guard let change = changes.popLast() else {
            notice = "Nothing to undo."
            return []
        }
        switch change {
        case .marks(let number, let keys, let mark):
            guard let index = pending.firstIndex(where: { $0.number == number }) else { return unmark(keys, mark) }
            // Only the store knows which items change.
            pending[index].isUndone = true
            show(Set(pending[index].changed.map(\.key)), mark.inverse)
            return []
        case .marking(let marking): return unmark(marking)
        case .rule(let id, let text):
            notice = "Undone. Removed the rule: \(text)"
            return [.removeRule(id, text: text)]
        case .unfollowed(let unfollowed):
            notice = "Undone. Following \(unfollowed.title)."
            return [.restore(unfollowed)]
        case .stories(let change):
            return [.undoStories(change)]
        }
    }

    /// Undoes a mark that the store has confirmed.
    private mutating func unmark(_ keys: [ItemKey], _ mark: Mark) -> [ReaderEffect] {
        expect(keys, mark.inverse, isUndoable: false, undoing: .marks(0, keys, mark))
        notice = Self.undone(mark.inverse, keys)
        // A row that was read was read as a whole; of one that was unread, some items may have been read.
        let asStories = mark == .unread && list.source.feed == nil
        return [.mark(keys, mark.inverse, isUndoable: false, asStories: asStories)]
    }

    private mutating func unmark(_ marking: Marking) -> [ReaderEffect] {
        expect(marking.items, .unread, isUndoable: false, undoing: .marking(marking))
        notice = "Undoing…"
        return [.undo(marking)]
    }

    mutating func markAll() -> [ReaderEffect] {
        expect(nil, .read, isUndoable: true)
        return [.markAll(list.source, filter: list.filter, until: list.seenBy ?? clock.now)]
    }

    // MARK: Rules

    private mutating func added(_ outcome: RuleOutcome) {
        switch outcome {
        case .added(let id, let text, let remark):
            overlay = nil
            changes.append(.rule(id: id, text: text))
            let undo = "Rule added. Press \(keyMap.names(.undo)) within 10 s to undo."
            notice = [undo, remark].compactMap { $0 }.joined(separator: " ")
        case .exists(let text):
            overlay = nil
            notice = "This rule already exists: \(text)"
        case .failed(let words):
            guard case .rule(var box) = overlay else {
                notice = words
                return
            }
            box.step = .typing
            box.preview = .problem(words)
            overlay = .rule(box)
        }
    }

    // MARK: Following

    private mutating func followed(_ outcome: FollowOutcome) -> [ReaderEffect] {
        switch outcome {
        case .followed(let feed, let title, let isNew):
            overlay = nil
            notice = isNew ? "Following \(title)." : "You already follow \(title)."
            select(.feed(feed))
            focus = .list
        case .candidates(let candidates): update { $0.step = .choosing(candidates, 0) }
        case .failed(let message): update { $0.step = .failed(message) }
        }
        return []
    }

    private mutating func update(_ change: (inout FollowBox) -> Void) {
        guard case .follow(var box) = overlay else { return }
        change(&box)
        overlay = .follow(box)
    }
}

extension Mark {
    /// "Marked as read:" for a sentence with a number of items.
    var pastTense: String {
        switch self {
        case .read: "Marked as read:"
        case .unread: "Marked as unread:"
        case .saved: "Saved"
        case .unsaved: "Unsaved"
        }
    }
}
