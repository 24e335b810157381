import Feeds
import Platform

/// The notifications of the pages so far.
struct InboxPaging: Sendable {
    /// The maximum number of pages of 50 threads.
    private static let maximumPages = 3

    /// The threads, last updated first, each once.
    private(set) var threads: [NotificationThread]
    private(set) var skipped: Int
    /// Why a page after the first failed.
    private(set) var failure: FeedError?
    private var linked: URL?
    private var pages = 1

    /// Starts with the first page.
    init(_ page: NotificationPage) {
        threads = page.threads
        skipped = page.skipped.count
        linked = page.next
    }

    /// The next page to request; nil after the last page or the maximum.
    var next: URL? { failure == nil && pages < Self.maximumPages ? linked : nil }

    /// Whether GitHub has threads on further pages.
    var hasMore: Bool { linked != nil }

    /// Adds the page that ``next`` led to. New threads push old ones to it, so some repeat.
    func joined(by page: NotificationPage) -> InboxPaging {
        var joined = self
        let known = Set(threads.map(\.id))
        joined.threads = (threads + page.threads.filter { !known.contains($0.id) }).sorted { $0.date > $1.date }
        joined.skipped += page.skipped.count
        joined.linked = page.next
        joined.pages += 1
        return joined
    }

    /// Ends the paging with an error; the pages so far are kept.
    func ended(by error: FeedError) -> InboxPaging {
        var ended = self
        ended.failure = error
        return ended
    }
}
