import WebText
public import GitFeed

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GitHubItem: DocumentedItem {
    /// The event's type and id, or the repository's.
    public var feedID: String { id }
    /// When it happened.
    public var feedDate: Date? { date }
    /// The form for programs.
    public var document: GitHubDocument { GitHubDocument(self) }
}

/// An event or a repository for programs.
public struct GitHubDocument: Encodable, Sendable {
    private struct Person: Encodable {
        let name: String
        let avatarURL: OrNull<String>
    }

    private enum Keys: CodingKey { case id, type, title, url, repository, date, author }

    private let item: GitHubItem

    init(_ item: GitHubItem) { self.item = item }

    /// Writes every field; what is not known is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(item.id, forKey: .id)
        try container.encode(item.type, forKey: .type)
        try container.encode(item.title, forKey: .title)
        try container.encode(item.url.absoluteString, forKey: .url)
        try container.encode(item.repository, forKey: .repository)
        try container.encode(item.date.map(\.internetDateTime), forKey: .date)
        let author = item.author.map { Person(name: $0.name, avatarURL: OrNull($0.avatarURL?.absoluteString)) }
        try container.encode(author, forKey: .author)
    }
}
