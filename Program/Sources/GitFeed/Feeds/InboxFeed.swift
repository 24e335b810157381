import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// The unread notifications of the token's owner: `github/inbox`. Reading them here doesn't change them on GitHub.
package struct InboxFeed: TokenOwnerFeed {
    package typealias Item = NotificationThread

    package let owner: Account.ID?

    /// The inbox of the server's token, or of an account's own.
    package init(of owner: Account.ID? = nil) { self.owner = owner }

    package init?(path: [String]) {
        let path = OwnPath(path)
        guard path.shared == Self.example else { return nil }
        owner = path.owner
    }

    package func owned(by account: Account.ID?) -> InboxFeed { InboxFeed(of: account) }

    /// Reads the address of GitHub's inbox.
    package init?(pasted text: String) {
        guard ["https://github.com/notifications", "github.com/notifications"].contains(text) else { return nil }
        owner = nil
    }

    package static var example: [String] { [Upstream.gitHub.id, "inbox"] }
    package var path: [String] { OwnPath(Self.example, of: owner).path }
    package var page: URL? { URL(string: "https://github.com/notifications") }
    /// Notifications and events have separate ids.
    package var scope: String { "github notifications" }

    package static var upstream: Upstream { .gitHub }
    package var title: String { "Notifications" }
    package var summary: String { "Your unread notifications on GitHub." }
    package var emptyMessage: String { "You have no unread notifications on GitHub." }

    package var controls: FeedControls { FeedControls() }
    package static var columns: [EntryColumn] {
        [
            EntryColumn("WHEN", .date, isTrailing: true, dropOrder: 1),
            EntryColumn("WHAT", .title, minimum: 24, isFlexible: true),
            EntryColumn("REPOSITORY", .source(), minimum: 12, maximum: 40, isFlexible: true, dropOrder: 2),
        ]
    }

    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        .gitHub(request, purpose, spacing: 60)
    }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        context.gitHub.notifications().asObservable().flatMap { answer -> Observable<RefreshStep> in
            guard case .modified(let page) = answer else {
                return .just(.done(RefreshResult([.unchanged(key, fetchedAt: context.now)])))
            }
            return pages(InboxPaging(page), context)
        }
    }

    /// Requests further pages, up to the maximum.
    private func pages(_ paging: InboxPaging, _ context: RefreshContext) -> Observable<RefreshStep> {
        guard let next = paging.next else { return .deferred { .just(.done(try result(paging, context))) } }
        let more = context.gitHub.notifications(at: next).asObservable()
            .map { paging.joined(by: $0) }
            .catch { error in .just(paging.ended(by: FeedError(error))) }
        return Observable.just(.arrived(paging.threads, nil)).concat(more.flatMap { pages($0, context) })
    }

    private func result(_ paging: InboxPaging, _ context: RefreshContext) throws -> RefreshResult {
        var refresh = FeedUpdate(
            feed: key, items: try paging.threads.map { try $0.stored() },
            // Keeps the threads of the pages that weren't fetched.
            mode: paging.hasMore ? .merge : .replace, fetchedAt: context.now, skipped: paging.skipped)
        refresh.isUnreadWhenLater = true
        if let failure = paging.failure {
            return RefreshResult([refresh], error: .partial("Older notifications", failure))
        }
        let remark = "Only your newest \(paging.threads.count) notifications were fetched. GitHub has more."
        return RefreshResult([refresh], remarks: paging.hasMore ? [remark] : [])
    }
}

/// The notifications of the pages so far.
struct InboxPaging: Sendable {
    /// The maximum number of pages of 50 threads.
    private static let maximumPages = 3

    /// The threads, last updated first, each once.
    private(set) var threads: [NotificationThread]
    private(set) var skipped: Int
    /// The error of a page after the first.
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

    /// True if GitHub has threads on further pages.
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

extension NotificationThread: FeedItem {
    /// The thread's id.
    package var feedID: String { id }
    /// The date of the thread's last update.
    package var feedDate: Date? { date }
    /// The form for programs.
    package var document: NotificationDocument { NotificationDocument(self) }

    /// The entry: the subject's title and the reason.
    package var entry: Entry {
        var entry = Entry(
            id: id, kind: Entry.Kind(type), title: Entry.TextRun.runs(markdown: title), link: .web(url), date: date)
        entry.source = repository
        entry.summary = "In \(repository): \(reasonWords)."
        entry.tags = [type, reason, repository]
        entry.lead = .word(type)
        entry.facts = [
            Entry.Fact(.other, reasonWords),
            Entry.Fact(.source, repository, link: RepositoryName(repository).map { .feed(RepositoryFeed($0).path) }),
        ]
        return entry
    }

    /// `review_requested` → "review requested".
    private var reasonWords: String { reason.replacing("_", with: " ") }
}

/// A notification for programs.
package struct NotificationDocument: Encodable, Sendable {
    private let id, type, title, reason, url, repository, date: String

    init(_ thread: NotificationThread) {
        (id, type, title, reason) = (thread.id, thread.type, thread.title, thread.reason)
        (url, repository, date) = (thread.url.absoluteString, thread.repository, thread.date.internetDateTime)
    }
}
