import Platform

/// A tag of an outline in a list of feeds.
enum OutlineEntry {
    /// The content of an outline.
    enum Content {
        case feed(OPML.Feed)
        /// An outline that may be a folder.
        case folder(String?)
        /// An outline that is commented out, with those inside it.
        case comment
        /// A feed whose address isn't a web address, by its name.
        case refused(String)
        /// A feed whose address can't be read, by its name.
        case unreadable(String)

        var isFeed: Bool {
            switch self {
            case .feed, .refused, .unreadable: true
            case .folder, .comment: false
            }
        }
    }

    case start(Content, isOpen: Bool, OutlinePlace)
    case end(OutlinePlace)

    var place: OutlinePlace {
        switch self {
        case .start(_, _, let place), .end(let place): place
        }
    }
}

/// Finds the folders of a list's feeds, also where end tags are missing or superfluous.
///
/// A document in which each tag has its end tag is read as XML. In others, the indentation decides, or else the lines.
/// A feed is never a folder: outlines inside it belong to the folder around it.
struct OutlineNesting {
    /// The maximum number of folders around a feed; further ones are left out.
    private static let maximumDepth = 200

    private struct Frame {
        let folder: String?
        let isCommented: Bool
        let place: OutlinePlace
    }

    private let entries: [OutlineEntry]
    private let isBalanced: Bool
    /// True if outlines inside folders are indented more than their folders.
    private let isIndented: Bool
    /// True if the end tags suffice for folders alone.
    private let hasUnclosedFeeds: Bool
    /// True if the end tags suffice for all outlines.
    private let closesAllFeeds: Bool
    /// The number of end tags without a start tag that haven't been skipped.
    private var superfluous: Int
    private var open: [Frame] = []

    init(_ entries: [OutlineEntry]) {
        self.entries = entries
        var (depth, lowest, feeds, folders, ends) = (0, 0, 0, 0, 0)
        var (indented, flat) = (0, 0)
        for (index, entry) in entries.enumerated() {
            guard case .start(let content, isOpen: true, let place) = entry else {
                if case .end = entry { (ends, depth) = (ends + 1, depth - 1) }
                lowest = min(lowest, depth)
                continue
            }
            depth += 1
            if content.isFeed { feeds += 1 } else { folders += 1 }
            guard !content.isFeed, index + 1 < entries.count, let outer = place.column,
                case .start(_, _, let next) = entries[index + 1], next.line > place.line
            else { continue }
            if (next.column ?? 0) > outer { indented += 1 } else { flat += 1 }
        }
        isBalanced = depth == 0 && lowest == 0
        isIndented = indented > flat
        hasUnclosedFeeds = ends <= folders
        closesAllFeeds = ends >= feeds + folders
        superfluous = max(0, ends - feeds - folders)
    }

    /// Adds the feeds to a list, with their folders.
    mutating func add(to list: inout OPML) {
        for (index, entry) in entries.enumerated() {
            switch entry {
            case .start(let content, let isOpen, let place):
                closeUnindented(before: place)
                let isCommented = open.last?.isCommented == true
                if !isCommented { add(content, to: &list) }
                guard isOpen, !content.isFeed || hasEnd(index) else { continue }
                var (folder, begins): (String?, Bool) = (nil, false)
                if case .folder(let name) = content { folder = name }
                if case .comment = content { begins = true }
                open.append(Frame(folder: folder, isCommented: isCommented || begins, place: place))
            case .end(let place): end(index, place)
            }
        }
    }

    private func add(_ content: OutlineEntry.Content, to list: inout OPML) {
        switch content {
        case .feed(var feed):
            guard list.feeds.count < OPML.maximumFeeds else {
                list.refused.append(feed.title ?? feed.url.absoluteString)
                return
            }
            feed.folder = open.prefix(Self.maximumDepth).compactMap(\.folder)
            list.feeds.append(feed)
        case .refused(let name): list.refused.append(name)
        case .unreadable(let name): list.unreadable.append(name)
        case .folder, .comment: break
        }
    }

    /// True if a feed's start tag without `/` has an end tag.
    private func hasEnd(_ index: Int) -> Bool {
        if isBalanced || isIndented || closesAllFeeds { return true }
        guard !hasUnclosedFeeds, index + 1 < entries.count, case .end(let place) = entries[index + 1] else {
            return false
        }
        return place.line == entries[index].place.line
    }

    /// Closes outlines without end tags: those that aren't indented less than one that follows.
    private mutating func closeUnindented(before place: OutlinePlace) {
        guard !isBalanced, isIndented, let column = place.column else { return }
        while let outer = open.last?.place.column, outer >= column { open.removeLast() }
    }

    private mutating func end(_ index: Int, _ place: OutlinePlace) {
        guard !isBalanced else {
            open.removeLast()
            return
        }
        if isIndented, let column = place.column {
            while let inner = open.last?.place.column, inner > column { open.removeLast() }
            if let outer = open.last?.place.column, outer < column { return }
        } else if isIndented, follows(aClosedFeed: index), folderContinues(after: index) {
            return
        } else if !isIndented, superfluous > 0, follows(aClosedFeed: index), let outer = open.last,
            outer.place.line < place.line
        {
            superfluous -= 1
            return
        }
        _ = open.popLast()
    }

    /// True if the next tag is inside the innermost folder, or ends it.
    private func folderContinues(after index: Int) -> Bool {
        guard let folder = open.last?.place, folder.line < entries[index].place.line, let outer = folder.column,
            index + 1 < entries.count, let next = entries[index + 1].place.column
        else { return false }
        if case .end = entries[index + 1] { return next == outer }
        return next > outer
    }

    /// True if an end tag follows a self-closing tag on its line, as in `<outline …/></outline>`.
    private func follows(aClosedFeed index: Int) -> Bool {
        guard index > 0, case .start(let content, isOpen: false, let place) = entries[index - 1] else { return false }
        return content.isFeed && place.line == entries[index].place.line
    }
}
