/// The minimum terminal widths for two and three panes, and the width of the feeds pane.
struct ReaderPanes: Hashable, Sendable {
    var twoFrom = 70
    var threeFrom = 140
    /// The columns of the feeds; nil for a part of the terminal's.
    var feedsWidth: Int?
}

/// The panes that fit, and their areas.
///
/// By default three panes from 140 columns; from 70 the feeds beside the list, or the item alone; below, one pane.
struct ReaderLayout: Hashable, Sendable {
    private(set) var feeds: Rectangle?
    private(set) var list: Rectangle?
    private(set) var item: Rectangle?
    let status: Rectangle
    /// The lines above the list's header about a feed that couldn't be refreshed.
    private(set) var problem: [TerminalText] = []

    /// - Parameters:
    ///   - hasFeeds: true if there is a choice of feeds.
    ///   - focus: the pane that takes keys.
    ///   - isReading: true if an item is open.
    ///   - problem: the reason that the list's feed couldn't be refreshed.
    init(
        _ size: TerminalSize, _ panes: ReaderPanes = ReaderPanes(), hasFeeds: Bool, focus: ReaderState.Focus,
        isReading: Bool, problem: String? = nil
    ) {
        self.init(size, panes, hasFeeds: hasFeeds, focus: focus, isReading: isReading)
        guard let problem else { return }
        let visible =
            list ?? ReaderLayout(size, panes, hasFeeds: hasFeeds, focus: .list, isReading: isReading).list
        // At least half of the rows are the list's own.
        let lines = Paragraph(TerminalText(problem)).lines(width: max(1, (visible?.width ?? size.columns) - 2))
        self.problem = Array(lines.prefix(height / 2))
    }

    private init(
        _ size: TerminalSize, _ panes: ReaderPanes, hasFeeds: Bool, focus: ReaderState.Focus, isReading: Bool
    ) {
        let height = max(0, size.rows - 1)
        status = Rectangle(row: height, column: 0, width: size.columns, height: min(1, size.rows))
        func pane(_ column: Int, _ width: Int) -> Rectangle {
            Rectangle(row: 0, column: column, width: max(0, width), height: height)
        }
        // However wide the feeds should be, the list stays readable.
        func width(or standard: Int) -> Int { min(panes.feedsWidth ?? standard, size.columns / 2) }
        let all = pane(0, size.columns)
        if size.columns >= panes.threeFrom, hasFeeds {
            let first = width(or: min(34, max(24, size.columns / 6)))
            let rest = size.columns - first - 2
            let second = Self.listWidth(rest, isReading: focus == .item)
            feeds = pane(0, first)
            list = pane(first + 1, second)
            item = pane(first + second + 2, size.columns - first - second - 2)
        } else if size.columns >= panes.threeFrom, isReading {
            let first = Self.listWidth(size.columns - 1, isReading: focus == .item)
            list = pane(0, first)
            item = pane(first + 1, size.columns - first - 1)
        } else if focus == .item {
            item = all
        } else if size.columns >= panes.twoFrom, hasFeeds {
            let first = width(or: max(20, size.columns / 4))
            feeds = pane(0, first)
            list = pane(first + 1, size.columns - first - 1)
        } else if focus == .feeds, hasFeeds {
            feeds = all
        } else {
            list = all
        }
    }

    /// The columns of the list beside the item: the pane that is used gets 60 %, the item at most what it can fill.
    ///
    /// A preview shrinks before titles do.
    private static func listWidth(_ columns: Int, isReading: Bool) -> Int {
        let wide = columns * 60 / 100
        if isReading { return columns - min(wide, widestItem + 2) }
        return max(wide, min(titleList, columns - leastPreview), columns - widestItem - 2)
    }

    /// The columns of a list with room for titles of about 55 beside their age and feed.
    private static let titleList = 78
    /// The columns below which a preview doesn't shrink for titles.
    private static let leastPreview = 36

    /// The columns beyond which lines of text are hard to read.
    private static let widestItem = 100

    /// The height of every pane, whether it is visible or not: hidden panes keep their scroll positions.
    var height: Int { max(1, status.row) }
    /// The rows of the list below its header.
    var listHeight: Int { max(1, height - listHeader) }
    /// Rows above the list's items: the problem and the names of the columns.
    var listHeader: Int { problem.count + columnHeader }
    /// Rows that the names of the columns take.
    var columnHeader: Int { height >= 5 ? 1 : 0 }
    /// The columns of text in the item's pane.
    var itemWidth: Int { max(1, min(Self.widestItem, (item?.width ?? 1) - 2)) }
}
