import FeedStore
import Feeds
import FreshetHTTP
import HTTPTypes
import Platform

/// A feed of the events of one repository or account.
package protocol EventFeed: FeedDescription where Item == GitHubItem {
    /// The name of the repository or account, as it was given.
    var name: String { get }
}

extension EventFeed {
    /// The key in lowercase: GitHub's names ignore case.
    package var key: FeedKey { FeedKey(path.joined(separator: "/").lowercased()) }
    package var page: URL? { URL(string: "https://github.com/" + name) }

    package static var upstream: Upstream { .gitHub }
    package var title: String { name }

    package var controls: FeedControls { .gitHubEvents }
    package static var columns: [EntryColumn] { EntryColumn.gitHub }

    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        .gitHub(request, purpose, spacing: 60)
    }
}

extension FeedControls {
    /// Filters for GitHub's event types. GitHub keeps 300 events.
    static let gitHubEvents = FeedControls(
        kinds: KindFilter(all: "All events", EventType.all.map { Choice($0.type, $0.plural) }), maximum: 300,
        hasBots: true)
}

extension EntryColumn {
    /// The table of GitHub's events and repositories.
    static let gitHub = [
        EntryColumn("WHEN", .date, isTrailing: true, dropOrder: 1),
        EntryColumn("WHAT", .title, minimum: 24, isFlexible: true),
        EntryColumn(
            "REPOSITORY", .source(), minimum: 12, maximum: 40, isFlexible: true, dropOrder: 2,
            isHiddenWhereAlike: true),
    ]
}
