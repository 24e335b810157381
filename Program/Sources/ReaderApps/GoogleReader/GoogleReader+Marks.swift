import FeedStore
import Platform
import WebText

extension GoogleReader {
    /// Marks items by adding and removing states. All or nothing: fails for what items can't have, such as labels.
    func editTags() throws {
        let ids = try itemIDs()
        guard !ids.isEmpty else { throw AppRequestError.invalid("Name items in “i”.") }
        let removed = request.all("r").filter { !$0.isEmpty }, added = request.all("a").filter { !$0.isEmpty }
        guard !removed.isEmpty || !added.isEmpty else {
            throw AppRequestError.invalid("Name the state to add in “a”, or the one to remove in “r”.")
        }
        let marks =
            try removed.compactMap { try mark($0, isAdded: false) } + added.compactMap { try mark($0, isAdded: true) }
        try library.mark(ids, as: marks)
    }

    /// The mark that adding or removing a state means; nil for the social ones of Google Reader, which changed nothing that
    /// readers see, and for one that says what another one says, too.
    private func mark(_ text: String, isAdded: Bool) throws -> Mark? {
        switch StreamID(text) {
        case .state(.read): return isAdded ? .read : .unread
        case .state(.unread), .state(.keptUnread): return isAdded ? .unread : .read
        case .state(.trackingKeptUnread): return isAdded ? .unread : nil
        case .state(.starred): return isAdded ? .saved : .unsaved
        case .state(.broadcast), .state(.like): return nil
        case .label:
            throw AppRequestError.invalid(
                "Items can't have labels, only feeds can: “\(text)” isn't set. Star the items.")
        case .state(.readingList), .feed, nil:
            throw AppRequestError.invalid(
                "“\(text)” isn't a state that can be added or removed. Use …/read or …/starred.")
        }
    }

    /// Marks a stream as read, up to what had arrived when the app last looked.
    func markAllAsRead() throws {
        guard let name = request["s"] else { throw AppRequestError.invalid("Name a stream in “s”.") }
        if case .label(let folder) = StreamID(name) { try requireFolder(folder) }
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
