import Feeds
import FreshetHTTP
import Platform
import WebText

extension GitHubItem: FeedItem {
    /// The type and id of the event or repository.
    package var feedID: String { id }
    /// The date of the event.
    package var feedDate: Date? { date }
    /// Releases by their pages; other events tell no story.
    package var joining: StoryJoining? { type == "ReleaseEvent" ? .byAddress : nil }
    /// The form for programs.
    package var document: GitHubDocument { GitHubDocument(self) }

    /// The entry. The actor's name is emphasized.
    package var entry: Entry {
        let kind = EventType(type: type)
        var entry = Entry(
            id: id, kind: Entry.Kind(type, name: kind.name), title: titleRuns, link: .web(url), date: date)
        entry.author = author.map {
            Entry.Author(name: $0.name, page: site.page(of: $0.name), avatar: $0.avatarURL(size: 64))
        }
        entry.source = repository
        entry.text = (body ?? pullRequest?.body).map { MarkdownText($0).html }
        entry.summary = isRepository ? "The repository \(repository)." : "In \(repository)."
        entry.tags = [type, repository]
        entry.lead = .avatar
        let feed = RepositoryName(repository).map { Entry.Link.feed(RepositoryFeed($0).path) }
        if isRepository { entry.feed = feed }
        // The title of an event says what happened, so its kind isn't repeated; nor is a name that is the title.
        entry.facts = [
            title == repository
                ? Entry.Fact(.other, "activity", link: feed) : Entry.Fact(.source, repository, link: feed)
        ]
        return entry
    }

    private var isRepository: Bool { type == "Repository" }

    private var titleRuns: [Entry.TextRun] {
        guard !isRepository, let name = author?.name, !name.isEmpty, title.hasPrefix(name + " ") else {
            return Entry.TextRun.runs(markdown: title)
        }
        return [Entry.TextRun(name, isEmphasized: true)]
            + Entry.TextRun.runs(markdown: String(title.dropFirst(name.count)))
    }

    /// The site of the item's page.
    private var site: GitHubPageURLs { GitHubPageURLs(ofPage: url) }
}

/// An event or a repository for programs.
package struct GitHubDocument: Encodable, Sendable {
    private struct Person: Encodable {
        let name: String
        @OrNull var avatarURL: String?
    }

    private let id, type, title, url, repository: String
    @OrNull private var date: String?
    @OrNull private var author: Person?

    init(_ item: GitHubItem) {
        (id, type, title, url) = (item.id, item.type, item.title, item.url.absoluteString)
        (repository, date) = (item.repository, item.date?.internetDateTime)
        author = item.author.map { Person(name: $0.name, avatarURL: $0.avatarURL?.absoluteString) }
    }
}
