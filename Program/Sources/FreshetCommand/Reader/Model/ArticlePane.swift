import FeedStore
import Feeds
import Platform
import WebText

/// The open item, or the selected one as a preview: its lines, folded blocks and scroll position.
struct ArticlePane: Sendable {
    private(set) var item: ListedItems.Item?
    /// The feed of its comments; nil if it has none of its own.
    private(set) var discussionFeed: Feed?
    /// True if the item was opened; a preview requests no comments.
    private(set) var isOpen = false
    private(set) var lines: [Article.Line] = []
    private(set) var links: [String] = []
    /// The selected block: 0 for the item, then the comments that aren't folded away.
    private(set) var block = 0
    private(set) var offset = 0
    /// The number of items of the discussion to request.
    private(set) var limit = 0
    /// The line that a search found.
    private(set) var found: Int?
    /// The key that loads the full text; nil if nothing can be loaded.
    var fullTextKey: String?
    private(set) var fullText = FullTextStatus.missing
    /// The story that the item tells, and its other voices; nil and empty until they are known.
    private(set) var story: StoryGroup?
    private(set) var voices: [Article.Voice] = []
    private var discussion: FeedState?
    private var article: Article?
    private var folded: Set<String> = []
    private var width = 0
    /// The name of the item's feed.
    private var name = ""

    var hasComments: Bool { (article?.blocks.count ?? 0) > 1 }

    /// The voice whose block is selected.
    var selectedVoice: ListedItems.Item? {
        guard let article, article.blocks.indices.contains(block) else { return nil }
        return voices.first { $0.id == article.blocks[block].id }?.item
    }

    // MARK: What is shown

    /// Shows an item; nil shows nothing. Reopening the same item keeps the position.
    ///
    /// - Parameters:
    ///   - name: the name of its feed.
    ///   - limit: the number of items in a list, by the configuration.
    mutating func show(
        _ item: ListedItems.Item?, named name: String = "", isOpen: Bool, width: Int, _ clock: Clock,
        in catalog: FeedCatalog,
        limit: Int? = nil
    ) {
        let isSame = item != nil && item?.key == self.item?.key
        // The row of a preview knows its story.
        if !isSame || (!isOpen && item?.story == nil && !voices.isEmpty) {
            (story, voices) = (nil, [])
            if isSame { layOut(clock) }
        }
        let hadWidth = self.width == width
        if isSame, isOpen == self.isOpen, hadWidth, name == self.name, item?.shown.entry == self.item?.shown.entry,
            item?.shown.labels == self.item?.shown.labels
        {
            self.item = item
            return
        }
        self.item = item
        self.name = name
        self.isOpen = isOpen
        self.width = width
        if !isSame {
            (discussion, folded, block, offset) = (nil, [], 0, 0)
            fullText = .missing
            discussionFeed = item.flatMap(catalog.discussion)
            self.limit = discussionFeed?.controls.limit(configured: limit) ?? 0
        }
        layOut(clock)
    }

    mutating func show(_ state: FeedState, of feed: Feed, _ clock: Clock) {
        guard feed == discussionFeed, isOpen else { return }
        discussion = state
        layOut(clock)
    }

    /// Shows the state of the open item's full text.
    mutating func show(_ status: FullTextStatus, of key: ItemKey, _ clock: Clock) {
        guard isOpen, key == item?.key, status != fullText else { return }
        fullText = status
        layOut(clock)
    }

    /// Shows the other voices of the item's story.
    ///
    /// - Parameter names: the names of their feeds.
    mutating func show(
        _ story: StoryGroup?, _ items: [ListedItems.Item], _ names: [FeedKey: String], of key: ItemKey, _ clock: Clock
    ) {
        guard key == item?.key else { return }
        self.story = story
        voices = items.map { item in
            var item = item
            item.story = story
            let isNew = story?.voices.contains { $0.key == item.key && $0.isNew } == true
            return Article.Voice(item: item, name: names[item.feed.key] ?? item.feed.title, isNew: isNew)
        }
        layOut(clock)
    }

    private mutating func layOut(_ clock: Clock) {
        let selected = article.flatMap { $0.blocks.indices.contains(block) ? $0.blocks[block].id : nil }
        let distance = firstLine.map { $0 - offset }
        article = item.map {
            let words = isOpen && $0.fullTextPage != nil ? fullText.words(key: fullTextKey) : nil
            return Article(
                $0, in: name, fullText: (fullText.markup, words), story: story, voices: voices, discussion: discussion,
                isDiscussed: discussionFeed != nil, limit: limit,
                width: max(16, width), clock)
        }
        links = article?.links.map(\.text) ?? []
        block = article?.blocks.firstIndex { $0.id == selected } ?? 0
        arrange()
        // A selected comment stays where it is when others arrive above it.
        if block > 0, let distance, let firstLine { offset = max(0, min(firstLine - distance, lines.count - 1)) }
    }

    /// The first line of the selected block.
    private var firstLine: Int? { lines.firstIndex { $0.block == block } }

    private mutating func arrange() {
        lines = article?.lines(folded: folded) ?? []
        found = nil
        offset = max(0, min(offset, lines.count - 1))
    }

    /// Shows a mark; returns the item if it changed.
    mutating func mark(_ keys: Set<ItemKey>, _ mark: Mark) -> ListedItems.Item? {
        guard var changed = item, changed.tells(any: keys), changed.shown.apply(mark) else { return nil }
        item = changed
        return changed
    }

    // MARK: Searching

    /// The line to find among those that contain a text.
    enum Occurrence: Sendable {
        /// The found line or the first visible one, or else the next.
        case first
        case next, previous
    }

    /// Shows a line that contains a text, in any case, and selects its block. Goes on at the other end.
    mutating func find(_ text: String, _ occurrence: Occurrence, height: Int) {
        let start = found ?? offset
        found = nil
        let text = text.lowercased()
        guard !text.isEmpty, !lines.isEmpty else { return }
        let step = occurrence == .previous ? -1 : 1
        let distances = occurrence == .first ? 0..<lines.count : 1..<lines.count + 1
        let places = distances.lazy.map { [count = lines.count] in ((start + $0 * step) % count + count) % count }
        guard let place = places.first(where: { [lines] in lines[$0].text.string.lowercased().contains(text) }) else {
            return
        }
        found = place
        block = lines[place].block
        if !(offset..<offset + height).contains(place) {
            offset = max(0, min(place - height / 3, lines.count - height))
        }
    }

    mutating func endSearch() { found = nil }

    // MARK: Scrolling and folding

    /// Scrolls by lines; the selected block follows.
    mutating func scroll(by number: Int, height: Int) {
        offset = max(0, min(offset + number, max(0, lines.count - height)))
        selectVisible(height: height)
    }

    mutating func scroll(toEnd: Bool, height: Int) {
        offset = toEnd ? max(0, lines.count - height) : 0
        block = toEnd ? lines.last?.block ?? 0 : 0
    }

    /// Moves to the next or previous comment, or by a line in text longer than the pane.
    mutating func move(by step: Int, height: Int) {
        guard let first = firstLine,
            let last = lines.lastIndex(where: { $0.block == block })
        else { return scroll(by: step, height: height) }
        let end = offset + height
        let isMore = step > 0 ? last >= end : first < offset
        let neighbor = step > 0 ? last + 1 : first - 1
        guard !isMore, lines.indices.contains(neighbor) else {
            offset = max(0, min(offset + step, max(0, lines.count - height)))
            return
        }
        block = lines[neighbor].block
        reveal(height: height, step)
    }

    /// The outcome of requesting comments that aren't loaded.
    enum MissingComments: Sendable {
        case requested
        /// The maximum number was requested before.
        case unavailable
    }

    /// Requests the comments that aren't loaded; nil unless their line is selected.
    mutating func requestMissing() -> MissingComments? {
        guard let article, let feed = discussionFeed, article.blocks.indices.contains(block),
            article.blocks[block].id == Article.missingID
        else { return nil }
        let maximum = feed.controls.maximum
        guard limit < maximum else { return .unavailable }
        limit = min(maximum, max(limit * 2, article.blocks.count + article.missing))
        return .requested
    }

    /// Folds or unfolds the selected comment; false if the item itself is selected.
    mutating func toggleFold(height: Int) -> Bool {
        guard block > 0, let id = article?.blocks[block].id else { return false }
        folded.formSymmetricDifference([id])
        arrange()
        reveal(height: height, 1)
        return true
    }

    /// Selects the block of a line of the pane; true if it was selected already.
    mutating func press(line: Int) -> Bool {
        guard lines.indices.contains(offset + line) else { return false }
        let pressed = lines[offset + line].block
        defer { block = pressed }
        return pressed == block
    }

    /// Scrolls so that the selected block's first line is visible, and the rest where it fits.
    private mutating func reveal(height: Int, _ step: Int) {
        guard let first = firstLine,
            let last = lines.lastIndex(where: { $0.block == block })
        else { return }
        if step < 0, last - first >= height {
            offset = min(offset, max(0, last - height + 1))
        } else if first < offset {
            offset = first
        } else if last >= offset + height {
            offset = min(first, last - height + 1)
        }
    }

    private mutating func selectVisible(height: Int) {
        let visible = lines[min(offset, lines.count)..<min(lines.count, offset + max(1, height))]
        if !visible.contains(where: { $0.block == block }) { block = visible.first?.block ?? 0 }
    }
}

/// The state of the open item's full text.
enum FullTextStatus: Hashable, Sendable {
    /// It wasn't loaded.
    case missing
    case loading
    /// The text of the item's page, or a doubt about it.
    case found(FullText)
    /// The reason that the page couldn't be loaded.
    case failed(String)

    var isShown: Bool { markup != nil }

    /// The text; nil for an item without text.
    var markup: String? { if case .found(let text) = self { text.article?.markup } else { nil } }

    /// The line below the text.
    /// - Parameter key: the key that loads the text; nil if nothing can be loaded.
    func words(key: String?) -> String? {
        let load = key.map { "Press \($0) to load the full text." }
        let again = key.map { " Press \($0) to try again." } ?? ""
        switch self {
        case .missing: return load
        case .loading: return "Loading the full text…"
        case .found(let text):
            guard let article = text.article else { return text.remark.map { $0 + again } }
            let author = article.byline.map { ", by \($0)" } ?? ""
            return "The full text of the item's page\(author)\(article.isCut ? ", cut because it is too long" : "")."
        case .failed(let reason): return "Can't load the full text. \(reason)\(again)"
        }
    }
}

/// A request for the full text of an item.
struct FullTextRequest: Hashable, Sendable {
    let feed: Feed
    let id: String
    /// True if the page is requested when no text is stored.
    var loads = true
    /// True if the page is requested even if something is stored.
    var again = false
}
