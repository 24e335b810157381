import FeedStore
import Platform
import WebText

extension GoogleReader {
    /// Marks items by adding and removing states, and changes their labels. All or nothing: fails for what items can't have, such
    /// as folders.
    func editTags() throws {
        let ids = try itemIDs()
        guard !ids.isEmpty else { throw AppRequestError.invalid("Name items in “i”.") }
        let removed = request.all("r").filter { !$0.isEmpty }, added = request.all("a").filter { !$0.isEmpty }
        guard !removed.isEmpty || !added.isEmpty else {
            throw AppRequestError.invalid("Name the state to add in “a”, or the one to remove in “r”.")
        }
        let marks =
            try removed.compactMap { try mark($0, isAdded: false) } + added.compactMap { try mark($0, isAdded: true) }
        let labels = added.compactMap(Self.label)
        // Folders are labels in this API, and their names lead to their feeds.
        if let folder = try library.folders().first(where: { labels.contains($0.path) }) {
            throw AppRequestError.invalid("“\(folder.path)” is a folder of feeds. Give the items another label.")
        }
        try library.change(ids, adding: labels, removing: removed.compactMap(Self.label), as: marks)
    }

    /// The name of the label in a stream's id.
    static func label(_ name: String) -> String? {
        if case .label(let label) = StreamID(name) { label } else { nil }
    }

    /// The mark that adding or removing a state means; nil for the social ones of Google Reader, which changed nothing that
    /// readers see, for one that says what another one says, too, and for labels.
    private func mark(_ text: String, isAdded: Bool) throws -> Mark? {
        switch StreamID(text) {
        case .state(.read): return isAdded ? .read : .unread
        case .state(.unread), .state(.keptUnread): return isAdded ? .unread : .read
        case .state(.trackingKeptUnread): return isAdded ? .unread : nil
        case .state(.starred): return isAdded ? .saved : .unsaved
        case .state(.broadcast), .state(.like), .label: return nil
        case .state(.readingList), .feed, nil:
            throw AppRequestError.invalid(
                "“\(text)” isn't a state that can be added or removed. Use …/read or …/starred.")
        }
    }

    /// Marks a stream as read, up to what had arrived when the app last looked.
    func markAllAsRead() throws {
        guard let name = request["s"] else { throw AppRequestError.invalid("Name a stream in “s”.") }
        if case .label(let label) = StreamID(name) { try requireTag(label) }
        guard let selection = try selection(of: name) else { return }
        try library.markAll(selection, arrivedBy: time())
    }

    /// The parameter `ts`, in microseconds if it has 16 digits or more, otherwise in seconds. Nil means the present.
    private func time() throws -> Date? {
        guard let number = try request.number("ts"), number != 0 else { return nil }
        return String(number).count >= 16
            ? Date(milliseconds: Int64(number) / 1000) : Date(timeIntervalSince1970: TimeInterval(number))
    }
}
