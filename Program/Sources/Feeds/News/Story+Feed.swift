import WebText
public import News

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Story: DocumentedItem {
    /// The item's number.
    public var feedID: String { String(id) }
    /// When it was posted.
    public var feedDate: Date? { date }
    /// The form for programs.
    public var document: StoryDocument { StoryDocument(self) }
}

/// A story for programs.
public struct StoryDocument: Encodable, Sendable {
    private enum Keys: CodingKey { case id, type, title, url, author, score, comments, date }

    private let story: Story

    init(_ story: Story) { self.story = story }

    /// Writes every field; what is not known is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(story.id, forKey: .id)
        try container.encode(story.type, forKey: .type)
        try container.encode(story.title, forKey: .title)
        try container.encode(story.url.absoluteString, forKey: .url)
        try container.encode(story.author, forKey: .author)
        try container.encode(story.score, forKey: .score)
        try container.encode(story.comments, forKey: .comments)
        try container.encode(story.date.internetDateTime, forKey: .date)
    }
}
