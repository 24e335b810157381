import FeedStore
import Feeds
import Platform
import Search

/// Everything that the reader shows. A value: ``reduce(_:)`` changes it, views draw it.
struct ReaderState: Sendable {
    enum Focus: Hashable, Sendable {
        case feeds, list, item
    }

    /// A box or line that takes all keys while it is open.
    enum Overlay: Sendable {
        case help(offset: Int)
        case follow(FollowBox)
        case rule(RuleBox)
        /// Digits of a link's number.
        case link(String)
        case feed(FeedBox)
        case label(LabelBox)
        case filter(TextField)
        /// A search in the open item.
        case find(TextField)
    }

    /// A change that can be undone.
    enum Change: Hashable, Sendable {
        /// Marks that were set together, with the number of ``PendingMark``.
        case marks(Int, [ItemKey], Mark)
        /// All items of a list that were marked as read together.
        case marking(Marking)
        /// A rule that was added, for ten seconds.
        case rule(id: Int64, text: String)
        case unfollowed(Unfollowed)
        case stories(StoryChange)
    }

    /// A feed that is shown alone, as `--watch` does.
    struct Alone: Sendable {
        let feed: Feed
        let request: FeedRequest
    }

    /// A pending mark. The store confirms or refuses marks in turn.
    struct PendingMark: Sendable {
        let number: Int
        /// Nil for all items of a list, which only the store knows.
        let keys: [ItemKey]?
        let mark: Mark
        /// The items whose mark changed on the screen.
        let changed: [ListedItems.Item]
        /// True if it is to be undone when it is confirmed.
        var isUndone = false
        /// The change that it undoes, which can be undone again if the store refuses.
        var undoes: Change?
    }

    /// A jump to the next (1) or previous (-1) unread item of the list.
    struct Jump: Hashable, Sendable {
        let direction: Int
        /// The position to search from; nil for the list's end.
        var position: Int?
    }

    let catalog: FeedCatalog
    let alone: Alone?
    /// True if no requests are made.
    let isOffline: Bool
    /// The number of items in a list, by the configuration.
    let limit: Int?
    let keyMap: KeyMap
    let panes: ReaderPanes
    var size: TerminalSize
    var clock: Clock
    var focus: Focus
    var sidebar: SidebarPane
    var list: ListPane
    var article = ArticlePane()
    var overlay: Overlay?
    var notice: String?
    var changes: [Change] = []
    /// Marks that the store hasn't confirmed, oldest first; they override older reads of the store.
    var pending: [PendingMark] = []
    /// The number of the last mark.
    var markNumber = 0
    /// A jump to an unread item that isn't loaded yet.
    var jump: Jump?
    /// The row to join with another.
    var joined: ListedItems.Item?
    /// True if lists across feeds group stories.
    var areStoriesOn = true
    /// The number of decisions about stories here.
    private(set) var decisions = 0
    /// The refreshes of the followed feeds.
    var progress = RefreshProgress()
    /// True if a requested refresh has no outcome yet.
    var isRefreshRequested = false
    var isOver = false

    init(
        _ catalog: FeedCatalog, alone: Alone? = nil, source: ReaderSource = .unread, isOffline: Bool = false,
        limit: Int? = nil, size: TerminalSize, clock: Clock, keyMap: KeyMap = .standard,
        panes: ReaderPanes = ReaderPanes()
    ) {
        self.catalog = catalog
        self.alone = alone
        self.isOffline = isOffline || alone?.request.mode == .offline
        self.limit = limit
        self.keyMap = keyMap
        self.panes = panes
        self.size = size
        self.clock = clock
        sidebar = SidebarPane(catalog)
        article.fullTextKey = self.isOffline ? nil : keyMap.hint(.fullText)
        focus = .list
        let source = alone.map { ReaderSource.feed($0.feed) } ?? source
        list = ListPane(
            source, order: alone?.request.order, names: [:],
            limit: alone?.request.limit ?? source.feed?.controls.limit(configured: limit))
        sidebar.select(source, height: layout.height)
    }

    var layout: ReaderLayout {
        ReaderLayout(
            size, panes, hasFeeds: alone == nil, focus: focus, isReading: article.isOpen, problem: problem)
    }

    /// The reason that the list's feed couldn't be refreshed, above its items. An empty list has it in place of them.
    private var problem: String? {
        list.total == 0 ? nil : list.status?.freshness.error?.sentences(clock)
    }

    /// The followed feed that commands manage: the selected one, that of the list, or that of the item.
    var managed: FollowedFeed? {
        let feed = focus == .feeds ? sidebar.selected?.feed : list.source.feed ?? current?.feed
        return sidebar.followed.first { $0.feed == feed }
    }

    /// The item that commands act on.
    var current: ListedItems.Item? {
        switch focus {
        case .feeds: nil
        case .list: list.selected
        case .item: article.item
        }
    }

    /// The item to open or take apart: the selected voice of the open story, or the item that commands act on.
    var pointed: ListedItems.Item? { focus == .item ? article.selectedVoice ?? current : current }

    /// Counts a decision about stories, so that their voices are read again.
    mutating func countDecision() { decisions += 1 }

    /// Returns true if a command is available.
    func accepts(_ command: ReaderCommand) -> Bool {
        switch command {
        case .down, .up, .pageDown, .pageUp, .first, .last, .open, .help, .redraw, .quit: true
        case .back:
            switch focus {
            case .feeds: false
            case .list: alone == nil || !list.filter.isEmpty || joined != nil
            case .item: true
            }
        case .refresh: !isOffline
        case .forward, .nextPane: focus != .item
        case .nextUnread, .previousUnread, .markAll: true
        case .undo: !changes.isEmpty
        case .browser: pointed?.shown.entry.link != nil || (focus == .feeds && sidebar.selected?.feed != nil)
        case .copy: pointed?.shown.entry.webAddress != nil
        case .discussion: discussionAddress != nil
        case .save, .toggleRead, .label, .rule: current?.shown.entry.isMarkable == true
        case .takeApart: areStoriesOn && tellsStory
        case .join: areStoriesOn && current?.shown.entry.isMarkable == true
        case .filter: true
        case .follow: alone == nil && !isOffline
        case .unfollow, .editFeed: managed != nil
        case .fullText: current?.fullTextPage != nil && !isOffline
        case .enclosure: current?.shown.entry.enclosures.isEmpty == false
        }
    }

    /// The discussion of the selected voice or the item, or else the first one about its story.
    var discussionAddress: URL? {
        if let address = pointed?.discussionAddress { return address }
        return focus == .item ? article.voices.lazy.compactMap(\.item.discussionAddress).first : nil
    }

    /// True if the item may belong to a story. In the list of a single feed, only the store knows.
    private var tellsStory: Bool {
        guard let current, current.shown.entry.isMarkable else { return false }
        return current.story != nil || list.source.feed != nil || (focus == .item && !article.voices.isEmpty)
    }

    /// An item whose story's other voices are shown.
    struct Telling: Hashable, Sendable {
        let item: ItemKey
        /// Nil if only the store knows it.
        let story: StoryGroup?
        /// The number of earlier decisions; a change reads the story again.
        let decisions: Int
    }

    /// The item whose story's other voices to read; nil if none is shown that may have some.
    var telling: Telling? {
        guard let item = article.item, item.story != nil || article.isOpen, item.shown.entry.isMarkable else {
            return nil
        }
        return Telling(item: item.key, story: item.story, decisions: decisions)
    }

    /// The comments of an item, and the number to load.
    struct Discussion: Hashable, Sendable {
        let feed: Feed
        let limit: Int
    }

    /// The discussion to load; nil unless an item with one is open.
    var openDiscussion: Discussion? {
        article.isOpen ? article.discussionFeed.map { Discussion(feed: $0, limit: article.limit) } : nil
    }
}

/// The source of a list's items.
enum ReaderSource: Hashable, Sendable {
    /// Unread items of all followed feeds.
    case unread
    /// Unread items of the feeds in a folder.
    case folder(String)
    /// Saved items.
    case saved
    case feed(Feed)

    /// The list that users name with one word; nil for other words.
    init?(word: String) {
        switch word {
        case "unread": self = .unread
        case "saved": self = .saved
        default: return nil
        }
    }

    var feed: Feed? {
        if case .feed(let feed) = self { feed } else { nil }
    }

    /// True if items leave it when they are read.
    var isOfUnread: Bool {
        switch self {
        case .unread, .folder: true
        case .saved, .feed: false
        }
    }

    /// The items or stories to list. The list of a single feed has items; other lists have stories.
    var selection: ItemSelection {
        switch self {
        case .unread: ItemSelection(.followed, isUnread: true, groupsStories: true)
        case .folder(let name): ItemSelection(.folder(name), isUnread: true, groupsStories: true)
        case .saved: ItemSelection(.all, isSaved: true, groupsStories: true)
        case .feed(let feed): ItemSelection(.feed(feed.key))
        }
    }

    /// The store's selection for it with a filter, whose words may also be in the names of feeds.
    func selection(_ filter: String, names: [FeedKey: String]) -> ItemSelection {
        var selection = selection
        let names = names.mapValues { ItemWords($0) }
        selection.words = ItemWords.words(of: filter).map { word in
            // In the list of one feed, its name would select everything.
            let named = feed == nil ? names.filter { $0.value.contains(Array(word.utf8)) }.map(\.key) : []
            return ItemSelection.Word(word, feeds: named)
        }
        return selection
    }

    /// The sentence in place of an empty list.
    func emptyMessage(_ keyMap: KeyMap) -> String {
        switch self {
        case .unread: "Nothing unread. New items of the feeds you follow appear here."
        case .folder: "Nothing unread in this folder."
        case .saved: "Nothing saved yet. Press \(keyMap.hint(.save) ?? "a key") on an item to keep it here."
        case .feed(let feed): feed.description.emptyMessage
        }
    }
}
