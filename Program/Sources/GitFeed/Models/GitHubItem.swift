#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One line of what GitHub shows: an event of a repository, or a repository of a list.
///
/// Its coded form is kept on disk: the keys are the names below, the date is in seconds since 1970, nil is left out.
public struct GitHubItem: Sendable, Hashable, Codable, Identifiable {
    /// `type-id` of the upstream: event ids come in two series that collide, and do not grow with time.
    public let id: String
    /// The upstream's event type (`PushEvent`), or `Repository`.
    public let type: String
    /// A sentence such as `octocat starred the repository`, on one line; of a repository its description, or its name.
    public let title: String
    /// The page for people.
    public let url: URL
    /// `owner/name`.
    public let repository: String
    /// When it happened, in whole seconds; nil for a repository of a list.
    public let date: Date?
    /// Who did it, or owns the repository.
    public let author: Author?
    /// The pull request that the event is about, where GitHub sends the event without its title.
    public let pullRequest: PullRequest?

    /// Describes an item.
    public init(
        id: String, type: String, title: String, url: URL, repository: String, date: Date?, author: Author?,
        pullRequest: PullRequest? = nil
    ) {
        self.id = id
        self.type = type
        self.title = title
        self.url = url
        self.repository = repository
        self.date = date
        self.author = author
        self.pullRequest = pullRequest
    }

    private enum CodingKeys: String, CodingKey {
        case id, type, title, url, repository, date, author, pullRequest
    }

    /// Reads the form that `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        type = try container.decode(String.self, forKey: .type)
        title = try container.decode(String.self, forKey: .title)
        url = try container.decode(URL.self, forKey: .url)
        repository = try container.decode(String.self, forKey: .repository)
        date = try container.decodeIfPresent(Double.self, forKey: .date).map(Date.init(timeIntervalSince1970:))
        author = try container.decodeIfPresent(Author.self, forKey: .author)
        pullRequest = try container.decodeIfPresent(PullRequest.self, forKey: .pullRequest)
    }

    /// Writes the form that is kept, whatever the encoder's strategy for dates.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(title, forKey: .title)
        try container.encode(url, forKey: .url)
        try container.encode(repository, forKey: .repository)
        try container.encodeIfPresent(date?.timeIntervalSince1970, forKey: .date)
        try container.encodeIfPresent(author, forKey: .author)
        try container.encodeIfPresent(pullRequest, forKey: .pullRequest)
    }

    /// The newest first; what happened in the same second stands by its id, so that the order is always the same.
    public static func newestFirst(_ one: GitHubItem, _ other: GitHubItem) -> Bool {
        let dates = (one.date ?? .distantPast, other.date ?? .distantPast)
        return dates.0 == dates.1 ? one.id > other.id : dates.0 > dates.1
    }
}
