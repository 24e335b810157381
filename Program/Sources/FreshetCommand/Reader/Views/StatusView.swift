import Feeds
import WebText

/// Draws the last row: the list and its freshness, a notice, or a typed line.
struct StatusView {
    private let state: ReaderState

    init(_ state: ReaderState) { self.state = state }

    func draw(on screen: inout Screen, in area: Rectangle) {
        guard area.height > 0 else { return }
        switch state.overlay {
        case .filter(let field):
            let count = state.list.total
            let (one, several) = showsStories ? ("story matches", "stories match") : ("item matches", "items match")
            let items = state.list.isFiltering ? "Filtering…" : count.counted(one, several)
            draw(field, "\(items) · Enter: keep the filter · Esc: clear it", on: &screen, in: area)
        case .find(let field):
            let isMissing = !field.text.isEmpty && state.article.found == nil
            draw(
                field, (isMissing ? "Not in this item · " : "") + "Enter: next · ↑: previous · Esc: close", on: &screen,
                in: area)
        case .link(let digits):
            draw(
                StyledText(untrusted: "Open link \(digits)", .bold), StyledText(" · more digits, or Enter", .dim),
                on: &screen, in: area)
        case .help, .follow, .feed, .rule, .label, nil:
            if let notice = state.notice {
                draw(notice: StyledText(untrusted: notice), on: &screen, in: area)
            } else if let joined = state.joined {
                draw(joining(joined), position, on: &screen, in: area)
            } else {
                draw(status, position, on: &screen, in: area)
            }
        }
    }

    /// A line that is typed after a slash, with a hint where there is room for it.
    private func draw(_ field: TextField, _ words: String, on screen: inout Screen, in area: Rectangle) {
        let hint = StyledText(untrusted: words, .dim)
        let room = area.width - hint.columns - 2
        let isHinted = room >= 20
        if isHinted { screen.write(hint, row: area.row, column: area.width - hint.columns) }
        screen.write(StyledText("/", .bold), row: area.row, column: area.column)
        screen.draw(field, row: area.row, column: area.column + 1, width: (isHinted ? room : area.width) - 1)
    }

    /// A notice that needs the whole row gets it: it may end in an address.
    private func draw(notice: StyledText, on screen: inout Screen, in area: Rectangle) {
        let fits = notice.columns + position.columns + 2 <= area.width
        draw(notice, fits ? position : StyledText(), on: &screen, in: area)
    }

    /// `right` is left out where there is no room for it.
    private func draw(_ left: StyledText, _ right: StyledText, on screen: inout Screen, in area: Rectangle) {
        let room = area.width - (right.isEmpty ? 0 : right.columns + 2)
        guard room >= min(left.columns, 20) else {
            return screen.write(left.truncated(to: area.width), row: area.row, column: area.column, width: area.width)
        }
        let line = left.truncated(to: room)
        screen.write(right.isEmpty ? line : line.padded(to: room + 2) + right, row: area.row, column: area.column)
    }

    private var status: StyledText {
        let list = state.list
        var parts = [StyledText(untrusted: state.sidebar.title(of: list.source, ownTitle: list.status?.title), .bold)]
        if let status = list.status {
            parts.append(StatusText(status, shown: status.total).text(state.clock))
        } else if list.isLoaded {
            if let progress { parts.append(progress) }
            parts.append(StyledText(untrusted: count, .color(.green)))
        }
        if let failures { parts.append(StyledText(untrusted: failures, .color(.yellow))) }
        if list.source.feed == nil, let feed = list.selected?.feed {
            parts.append(StyledText(untrusted: state.sidebar.title(of: .feed(feed)), .dim))
        }
        if !list.filter.isEmpty {
            parts.append(StyledText(untrusted: "filter \(list.filter.inQuotes)", .color(.yellow)))
        }
        let remarks = list.status?.remarks.joined(separator: " ") ?? ""
        if !remarks.isEmpty { parts.append(StyledText(untrusted: remarks, .color(.yellow))) }
        return parts.joined(separator: StyledText(" · ", .dim))
    }

    /// The instructions for joining a row with another.
    private func joining(_ item: ListedItems.Item) -> StyledText {
        let keys =
            "\(state.keyMap.hint(.join) ?? "the key"): join with the selected row"
            + " · \(state.keyMap.hint(.back) ?? "back"): cancel"
        return StyledText(untrusted: keys, .color(.yellow)) + StyledText(" · ", .dim)
            + StyledText(untrusted: item.shown.entry.plainTitle.inQuotes, .dim)
    }

    /// The progress of the refreshes, as wide with each number: what follows stays in its place. Nil if none runs.
    private var progress: StyledText? {
        let progress = state.progress
        if progress.isOver { return nil }
        let (done, total) = ("\(progress.done)", "\(progress.total)")
        return StyledText("refreshing ", .dim) + StyledText(.spaces(total.count - done.count))
            + StyledText(untrusted: "\(done) of \(total)", .dim)
    }

    /// The feeds of a list across feeds that couldn't be refreshed; nil if there are none. A feed's own list has the reason.
    private var failures: String? {
        let titles = state.sidebar.failedFeeds(in: state.list.source)
        guard let first = titles.first else { return nil }
        return (titles.count == 1 ? first : titles.count.counted("feed")) + " couldn't be refreshed"
    }

    /// The position in the list or the item, and the key that lists the keys.
    private var position: StyledText {
        let help = StyledText(untrusted: "\(state.keyMap.names(.help)) keys · \(quit) quit", .dim)
        var numbers = ""
        if state.focus == .item {
            let (lines, height) = (state.article.lines.count, state.layout.height)
            if lines > height { numbers = "\(min(100, (state.article.offset + height) * 100 / lines)) %" }
        } else if state.list.total > 0 {
            numbers = "\(min(state.list.window.cursor + 1, state.list.total))/\(state.list.total)"
        }
        return numbers.isEmpty ? help : StyledText(untrusted: numbers, .dim) + StyledText(.spaces(2)) + help
    }

    private var showsStories: Bool { state.areStoriesOn && state.list.source.feed == nil }

    private var quit: String { state.keyMap.keys[.quit]?.first?.name ?? "q" }

    /// The number of items of a list across feeds: the list of unread items also has those that were read since it was opened.
    private var count: String {
        let source = state.list.source
        let count = source == .saved ? state.list.total : state.sidebar.unreadCount(in: source) ?? state.list.total
        let noun = showsStories ? " " + (count == 1 ? "story" : "stories") : ""
        return "\(count) \(source == .saved ? "saved" : "unread")" + noun
    }
}
