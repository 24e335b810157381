import FeedStore
import Platform
import WebText

extension GoogleReader {
    /// Marks items by adding and removing states. States that Freshet doesn't have are ignored.
    func editTags() throws {
        let ids = try itemIDs()
        guard !ids.isEmpty else { throw AppRequestError.invalid("Name items in “i”.") }
        var marks: [Mark] = []
        for text in request.all("r") {
            switch StreamID(text) {
            case .state(.read): marks.append(.unread)
            case .state(.unread), .state(.keptUnread): marks.append(.read)
            case .state(.starred): marks.append(.unsaved)
            default: continue
            }
        }
        for text in request.all("a") {
            switch StreamID(text) {
            case .state(.read): marks.append(.read)
            case .state(.unread), .state(.keptUnread), .state(.trackingKeptUnread): marks.append(.unread)
            case .state(.starred): marks.append(.saved)
            default: continue
            }
        }
        try library.mark(ids, as: marks)
    }

    /// Marks a stream as read, up to what had arrived when the app last looked.
    func markAllAsRead() throws {
        guard let name = request["s"] else { throw AppRequestError.invalid("Name a stream in “s”.") }
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
