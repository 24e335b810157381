import FeedStore
import Feeds
import Platform
import WebText

/// An item laid out for reading: its headline, facts, map and text, the other voices of its story, then its discussion as a
/// tree.
struct Article: Sendable {
    /// The item itself, or a comment.
    struct Block: Hashable, Sendable {
        var id: String
        var depth: Int
        /// The line of a folded block; nil for the item itself and for missing comments.
        var header: StyledText?
        var lines: [StyledText]
        /// The number of blocks below it.
        var replies = 0
    }

    /// A line of the pane, and the block it belongs to.
    struct Line: Hashable, Sendable {
        var text: StyledText
        var block: Int
    }

    /// Another item that tells the same story.
    struct Voice: Sendable {
        let item: ListedItems.Item
        /// The name of its feed.
        let name: String
        /// True if it arrived after the others were read.
        let isNew: Bool

        /// The id of its block.
        var id: String { "voice \(item.key.scope) \(item.key.id)" }
    }

    private(set) var blocks: [Block] = []
    /// The addresses of the numbered links.
    private(set) var links: [LinkAddress] = []
    /// The number of comments that aren't loaded.
    private(set) var missing = 0
    private let width: Int

    /// - Parameters:
    ///   - name: the name of the item's feed.
    ///   - fullText: the full text of the item, and the line below the text.
    ///   - story: the story that it tells.
    ///   - voices: the others that tell it.
    ///   - limit: the number of items of the discussion that were requested.
    init(
        _ item: ListedItems.Item, in name: String, fullText: (markup: String?, words: String?) = (nil, nil),
        story group: StoryGroup? = nil, voices: [Voice] = [],
        discussion: FeedState?, isDiscussed: Bool, limit: Int = .max, width: Int, _ clock: Clock
    ) {
        self.width = width
        let entry = item.shown.entry
        let comments = discussion?.items ?? []
        // The story itself is among its comments; its text may be longer there.
        let story = comments.lazy.map(\.entry).first { !$0.isMarkable }
        var body = entry
        body.text = fullText.markup ?? body.text ?? story?.text
        let teller = body.hasText ? nil : voices.first { $0.item.shown.entry.hasText }
        if let teller { body.text = teller.item.shown.entry.text }
        blocks = [
            Block(
                id: "", depth: 0, header: nil,
                lines: head(body, item.shown.labels, name, textOf: teller?.name, fullText.words, clock))
        ]
        add(voices, group, below: entry, clock)
        addComments(comments.filter(\.entry.isMarkable), since: discussion?.lastVisitAt, clock)
        missing = Self.missing(discussion, entry, story, limit: limit)
        addMissing()
        addSummary(of: discussion, entry, isDiscussed: isDiscussed, clock)
    }

    /// The visible lines if these blocks are folded: a folded block shows only its header.
    func lines(folded: Set<String>) -> [Line] {
        var lines: [Line] = []
        var hiddenBelow: Int?
        for (index, block) in blocks.enumerated() {
            if let depth = hiddenBelow, block.depth > depth { continue }
            hiddenBelow = nil
            let isFolded = folded.contains(block.id)
            if let header = block.header {
                let indent = StyledText(.spaces(Self.indent(block.depth)))
                let mark: StyledText = isFolded ? "▸ " : "▾ "
                var line = indent + mark.styled(.dim) + header
                if isFolded, block.replies > 0 {
                    let words = block.replies.counted("reply", "replies")
                    line += StyledText(" · ", .dim) + StyledText(untrusted: words, .dim)
                }
                lines.append(Line(text: line, block: index))
            }
            if isFolded, block.header != nil {
                hiddenBelow = block.depth
            } else {
                lines += block.lines.map { Line(text: $0, block: index) }
            }
        }
        return lines
    }

    // MARK: The item

    private mutating func head(
        _ entry: Entry, _ labels: [String], _ name: String, textOf teller: String?, _ note: String?, _ clock: Clock
    ) -> [StyledText] {
        var wrapper = LineWrapper(width: width)
        let link = entry.webAddress.flatMap { Hyperlink($0) }
        for run in entry.title {
            wrapper.add(run.text, run.isCode ? Style(isBold: true, color: .cyan) : .bold, link: link)
        }
        var lines = wrapper.finished() + wrapped(facts(entry, name, clock), .dim)
        if !labels.isEmpty { lines += wrapped("Labels: " + labels.joined(separator: ", "), .dim) }
        if let address = entry.webAddress { lines.append(StyledText(untrusted: address, .dim, link: link)) }
        lines.append(StyledText())
        if let location = entry.location {
            let map = BrailleMap.lines(location, width: width)
            if !map.isEmpty { lines += map + [StyledText()] }
        }
        lines += enclosures(entry)
        if let text = entry.text, entry.hasText {
            if let teller { lines += wrapped("The text of \(teller):", .dim) + [StyledText()] }
            let body = MarkupLines(text, width: width, links: links)
            links = body.links
            lines += body.lines
        } else if !entry.summary.isEmpty {
            lines += wrapped(entry.summary, .plain)
        }
        if let note { lines += [StyledText()] + wrapped(note, .dim) }
        if !links.isEmpty {
            lines.append(StyledText())
            lines += links.enumerated().map { number, address in
                StyledText(untrusted: "[\(number + 1)] \(address.text)", .dim, link: Hyperlink(address.text))
            }
        }
        return lines
    }

    /// A block for each of the others that tell the story, below their number. Their addresses are numbered after the item's links.
    private mutating func add(_ voices: [Voice], _ story: StoryGroup?, below entry: Entry, _ clock: Clock) {
        guard let story, !voices.isEmpty else { return }
        let count = (story.voices.count - 1).counted("more tells this story", "more tell this story")
        let words = [count, story.newVoicesWords].compactMap(\.self)
        blocks[0].lines += [StyledText()] + wrapped(words.joined(separator: " · "), .bold) + [StyledText()]
        for voice in voices {
            let told = voice.item.shown.entry
            var wrapper = LineWrapper(width: width)
            wrapper.add(told.plainTitle, .plain, link: told.webAddress.flatMap { Hyperlink($0) })
            if voice.isNew {
                wrapper.add(" · ", .dim)
                wrapper.add("new", .color(.green))
            }
            let facts = [voice.name, told.date.map { clock.distance(to: $0) }].compactMap(\.self) + told.details
            var lines = wrapper.finished() + wrapped(facts.joined(separator: " · "), .dim)
            // The address of the item itself leads nowhere else, but a discussion does.
            for text in [told.webAddress, told.discussionAddress] where text != entry.webAddress {
                guard let address = text.flatMap({ LinkAddress($0) }) else { continue }
                lines.append(numbered(address))
            }
            blocks.append(Block(id: voice.id, depth: 1, header: nil, lines: lines + [StyledText()]))
        }
    }

    /// The line of an address with its number.
    private mutating func numbered(_ address: LinkAddress) -> StyledText {
        let number = (links.firstIndex(of: address) ?? links.count) + 1
        if number > links.count { links.append(address) }
        return StyledText(untrusted: "[\(number)] \(address.text)", .dim, link: Hyperlink(address.text))
    }

    /// A line for each file, numbered before the links of the text.
    private mutating func enclosures(_ entry: Entry) -> [StyledText] {
        var lines: [StyledText] = []
        for enclosure in entry.enclosures {
            guard let address = LinkAddress(enclosure.url.absoluteString) else { continue }
            let number = (links.firstIndex(of: address) ?? links.count) + 1
            if number > links.count { links.append(address) }
            var wrapper = LineWrapper(width: width)
            wrapper.add(enclosure.title, .plain, link: Hyperlink(address.text))
            wrapper.add(" [\(number)]" + enclosure.facts.map { " · " + $0 }.joined(), .dim)
            lines += wrapper.finished()
        }
        return lines.isEmpty ? [] : lines + [StyledText()]
    }

    private func facts(_ entry: Entry, _ name: String, _ clock: Clock) -> String {
        var facts = [name]
        if let source = entry.source, source != name { facts.append(source) }
        if let author = entry.author?.name { facts.append("by " + author) }
        if let date = entry.date {
            facts.append("\(clock.time(date)) (\(clock.distance(to: date)))")
        }
        if let isOpen = entry.isOpen {
            facts.append(isOpen ? "open" : entry.closed.map { "closed " + clock.distance(to: $0) } ?? "closed")
        }
        facts += entry.details
        if let place = entry.location?.position.words { facts.append(place) }
        return facts.joined(separator: " · ")
    }

    private func wrapped(_ text: String, _ style: Style) -> [StyledText] {
        var wrapper = LineWrapper(width: width)
        wrapper.add(text, style)
        return wrapper.finished()
    }

    // MARK: Its discussion

    /// Adds a line with the number of comments, or the reason that they can't be shown.
    private mutating func addSummary(of discussion: FeedState?, _ entry: Entry, isDiscussed: Bool, _ clock: Clock) {
        var lines: [StyledText] = []
        if let discussion {
            let count = blocks.count { $0.header != nil }
            let words =
                switch discussion.freshness {
                case .stale(let error): error.message
                case .refreshing(let progress?): "Comments: \(progress.done) of \(progress.total)"
                case .refreshing(nil), .stored:
                    count == 0 ? "Loading comments…" : count.counted("comment") + ", refreshing…"
                case .fresh where count == 0:
                    discussion.mutedCount == 0 ? "No comments yet." : "All comments are muted."
                case .fresh where missing > 0: "\(count.grouped) of \((count + missing).counted("comment"))"
                case .fresh: count.counted("comment")
                }
            lines = wrapped(words, .dim)
        } else if isDiscussed {
            lines = wrapped("Open the story to read its comments.", .dim)
        } else {
            return
        }
        // Above the comments, which are the blocks with headers.
        let place = blocks.firstIndex { $0.header != nil || $0.id == Self.missingID } ?? blocks.count
        if place == 1 {
            blocks[0].lines += [StyledText()] + lines + [StyledText()]
        } else {
            blocks.insert(Block(id: "summary", depth: 1, lines: lines + [StyledText()]), at: place)
        }
    }

    private mutating func addComments(_ comments: [ShownItem], since lastVisitAt: Date?, _ clock: Clock) {
        let top = comments.map(\.entry.depth).min() ?? 0
        for shown in comments {
            let comment = shown.entry
            let depth = comment.depth - top + 1
            let indent = Self.indent(depth)
            let body = MarkupLines(
                comment.text ?? comment.summary.escapedForMarkup, width: max(16, width - indent - 2), links: links)
            links = body.links
            var header = StyledText(untrusted: comment.plainTitle, Style(isBold: true, color: .cyan))
            if let date = comment.date {
                header += StyledText(" · ", .dim) + StyledText(untrusted: clock.distance(to: date), .dim)
            }
            if shown.isNewComment(since: lastVisitAt) {
                header += StyledText(" · ", .dim) + StyledText("new", .color(.green))
            }
            let lines = body.lines.map { StyledText(.spaces(indent + 2)) + $0 }
            blocks.append(Block(id: comment.id, depth: depth, header: header, lines: lines + [StyledText()]))
        }
        // Each block counts for those above it that are less deep.
        var open: [Int] = []
        for index in blocks.indices.dropFirst() {
            while let last = open.last, blocks[last].depth >= blocks[index].depth { open.removeLast() }
            for parent in open { blocks[parent].replies += 1 }
            open.append(index)
        }
    }

    /// The id of the line for comments that aren't loaded.
    static let missingID = "missing"

    /// The number of comments beyond the limit. Deleted ones are counted by the upstream and never arrive, so a list below the limit has all.
    private static func missing(_ discussion: FeedState?, _ entry: Entry, _ story: Entry?, limit: Int) -> Int {
        guard let discussion, !discussion.freshness.isRefreshing, discussion.received >= limit else { return 0 }
        let counts = [entry, story].compactMap { $0?.measure("comments")?.value }.map { Int(clamped: $0) }
        let total = max(counts.max() ?? 0, discussion.total - (story == nil ? 0 : 1))
        return max(0, total - discussion.items.count { $0.entry.isMarkable })
    }

    private mutating func addMissing() {
        guard missing > 0 else { return }
        let words = missing.counted("more comment")
        blocks.append(Block(id: Self.missingID, depth: 1, lines: [StyledText(untrusted: "… " + words, .color(.cyan))]))
    }

    private static func indent(_ depth: Int) -> Int { min(max(0, depth - 1), 10) * 2 }
}

extension Entry {
    fileprivate var hasText: Bool { text?.contains { !$0.isWhitespace } == true }
}
