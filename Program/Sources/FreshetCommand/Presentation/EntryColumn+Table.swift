import Feeds
import Platform
import WebText

extension Table.Column {
    /// The column on a terminal.
    init(_ column: EntryColumn) {
        self.init(
            header: TerminalText(column.header), shortHeader: column.shortHeader.map { TerminalText($0) },
            alignment: column.isTrailing ? .trailing : .leading,
            minimum: column.minimum, maximum: column.maximum ?? .max, isFlexible: column.isFlexible,
            dropOrder: column.dropOrder, isHiddenWhereAlike: column.isHiddenWhereAlike,
            isMain: column.isFlexible && column.content == .title)
    }
}

extension EntryColumn {
    /// The entry's cell in this column.
    func cell(_ entry: Entry, _ clock: Clock) -> Table.Cell {
        switch content {
        case .date: clock.cell(entry.date)
        case .title: Table.Cell(entry.styledTitle)
        case .id: Table.Cell(StyledText(untrusted: entry.id, .bold))
        case .source(let isAddress):
            Table.Cell(
                StyledText(untrusted: entry.source ?? "", .dim),
                plain: isAddress ? TerminalText(entry.webAddress ?? "") : nil)
        case .byline:
            Table.Cell(
                StyledText(
                    untrusted: entry.author?.name ?? entry.plainTitle, .bold,
                    link: entry.webAddress.flatMap { Hyperlink($0) }))
        case .author: Table.Cell(StyledText(untrusted: entry.author?.name ?? "", .dim))
        case .state: state(of: entry)
        case .measure(let id, let isWithUnit, let leadsToDiscussion):
            measure(entry.measure(id), of: entry, isWithUnit, leadsToDiscussion)
        case .place: Table.Cell(StyledText(untrusted: entry.location?.position.words ?? "", .dim))
        case .summary: Table.Cell(StyledText(untrusted: entry.summary, .dim))
        }
    }

    private func state(of entry: Entry) -> Table.Cell {
        guard let isOpen = entry.isOpen else { return Table.Cell(StyledText()) }
        let words: StyledText = isOpen ? StyledText("open", .color(.green)) : StyledText("closed", .dim)
        let closed = entry.closed.map { "closed " + $0.internetDateTime }
        return Table.Cell(words, plain: TerminalText(isOpen ? "open" : closed ?? "closed"))
    }

    private func measure(
        _ measure: Entry.Measure?, of entry: Entry, _ isWithUnit: Bool, _ leadsToDiscussion: Bool
    ) -> Table.Cell {
        guard let measure else { return Table.Cell(StyledText()) }
        // Unknown isn't zero.
        guard let value = measure.value else { return Table.Cell(StyledText("…", .dim), plain: "") }
        let isLead = entry.lead == .measure && measure == entry.measures.first
        let style: Style = isLead ? .color(.yellow) : isWithUnit || value == 0 ? .dim : .plain
        let link =
            leadsToDiscussion ? (entry.discussion?.absoluteString ?? entry.webAddress).flatMap { Hyperlink($0) } : nil
        let unit = isWithUnit ? " " + (value == 1 ? measure.unit.singular : measure.unit.plural) : ""
        return Table.Cell(
            StyledText(untrusted: isWithUnit ? measure.words : measure.number, style, link: link),
            plain: TerminalText(Self.plain(value, showsTenths: measure.showsTenths) + unit))
    }

    /// A number as programs read it, to one decimal place.
    private static func plain(_ value: Double, showsTenths: Bool) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return String(value) }
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 && !showsTenths
            ? String(tenths / 10) : (tenths < 0 ? "-" : "") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}

extension Entry {
    /// The web address that the headline leads to.
    var webAddress: String? {
        if case .web(let url)? = link { url.absoluteString } else { nil }
    }

    /// The web address of the discussion, if that is another page.
    var discussionAddress: String? { discussion?.absoluteString }

    /// The headline with its link, emphasized runs in bold.
    var styledTitle: StyledText {
        let link = webAddress.flatMap { Hyperlink($0) }
        if title.count == 1 { return StyledText(untrusted: title[0].text, title[0].style, link: link) }
        return title.map { StyledText(TerminalText(untrimmed: $0.text), $0.style, link: link) }.joined()
    }
}

extension Entry.TextRun {
    fileprivate var style: Style { isEmphasized ? .bold : isCode ? .color(.cyan) : .plain }
}

extension ShownItem {
    /// A diamond for a highlighted item, a star for a saved one, both hollow once read; a dot for another unread item.
    var marker: Table.Cell {
        if isHighlighted { return Table.Cell(StyledText(isUnread ? "◆" : "◇", .color(.yellow))) }
        guard entry.isMarkable else { return Table.Cell(StyledText()) }
        if isSaved { return Table.Cell(StyledText(isUnread ? "★" : "☆", .color(.yellow))) }
        return Table.Cell(isUnread ? StyledText("●", .color(.green)) : StyledText())
    }
}
