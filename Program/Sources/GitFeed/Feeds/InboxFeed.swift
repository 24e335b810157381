import FeedStore
public import Feeds
public import Freshet
public import FreshetHTTP
public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What is unread in the token's owner's notifications on GitHub: `github/inbox`. Reading it here marks nothing there.
public struct InboxFeed: FeedDescription {
    public typealias Item = NotificationThread

    /// The inbox.
    public init() {}

    public init?(path: [String]) {
        guard path == Self().path else { return nil }
    }

    /// Reads the address of GitHub's own inbox.
    public init?(pasted text: String) {
        guard ["https://github.com/notifications", "github.com/notifications"].contains(text) else { return nil }
    }

    public var path: [String] { [Upstream.gitHub.id, "inbox"] }
    public var page: URL? { URL(string: "https://github.com/notifications") }
    /// Not that of events.
    public var scope: String { "github notifications" }

    public static var upstream: Upstream { .gitHub }
    public var title: String { "Notifications" }
    public var summary: String { "Your unread notifications on GitHub." }
    public var emptyMessage: String { "You have no unread notifications on GitHub." }

    public var controls: FeedControls { FeedControls() }
    public static var columns: [EntryColumn] {
        [
            EntryColumn("WHEN", .date, isTrailing: true, dropOrder: 1),
            EntryColumn("WHAT", .title, minimum: 24, isFlexible: true),
            EntryColumn("REPOSITORY", .source(), minimum: 12, maximum: 40, isFlexible: true, dropOrder: 2),
        ]
    }

    public func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        .gitHub(purpose, spacing: 60)
    }

    public func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        context.gitHub.notifications().asObservable().map { answer in
            guard case .modified(let page) = answer else {
                return .done(RefreshResult([.unchanged(key, fetchedAt: context.now)]))
            }
            return .done(
                RefreshResult([
                    Refresh(
                        feed: key, scope: scope, items: try page.threads.map { try $0.stored() }, mode: .replace,
                        fetchedAt: context.now, skipped: page.skipped.count)
                ]))
        }
    }
}
