import Feeds
import Platform
import Search
import WebText

extension Story: FeedItem {
    /// The item's number.
    package var feedID: String { String(id) }
    /// The date of the post.
    package var feedDate: Date? { date }
    /// The form for programs.
    package var document: StoryDocument { StoryDocument(self) }

    /// By words. Jobs are advertisements.
    package var joining: StoryJoining? { type == "job" ? nil : .byWords() }

    /// The entry: points precede the title, the discussion is linked below.
    package var entry: Entry {
        // Parsing an address takes as long as the rest of this: once each.
        let page = page
        let site = url == page ? nil : Self.site(of: url)
        var entry = Entry(
            id: feedID, kind: Entry.Kind(type), title: [Entry.TextRun(title)], link: .web(url), date: date)
        entry.author = author.map { Entry.Author(name: $0, page: Self.page(ofUser: $0)) }
        entry.source = site
        // Jobs have no comments.
        entry.discussion = page == url || comments == nil ? nil : page
        entry.text = markup
        entry.tags = [type]
        entry.measures = [
            score.map { Entry.Measure("points", Double($0), unit: .init("point", "points"), kind: .points) },
            comments.map { Entry.Measure("comments", Double($0), unit: .init("comment", "comments")) },
        ].compactMap { $0 }
        entry.lead = type == "job" ? .word("job") : .measure
        let words = entry.measures.map(\.words) + (site.map { ["on " + $0] } ?? [])
        entry.summary = words.isEmpty ? title : words.joined(separator: ", ") + "."
        entry.facts = [
            site.map { Entry.Fact(.source, $0) },
            author.map { Entry.Fact(.author, "by " + $0) },
            entry.measure("comments").map {
                Entry.Fact(.discussion, $0.value == 0 ? "discuss" : $0.words, link: .web(page))
            },
        ].compactMap { $0 }
        return entry
    }

    /// The page of an account; nil for an invalid login.
    static func page(ofUser login: String) -> URL? {
        let isPlain = login.unicodeScalars.allSatisfy {
            $0.isASCII && (Character($0).isLetter || Character($0).isNumber || $0 == "-" || $0 == "_")
        }
        return isPlain ? URL(string: "https://news.ycombinator.com/user?id=" + login) : nil
    }
}

/// An option of a poll for programs.
struct PollOptionDocument: Encodable, Sendable {
    private let text: String
    @OrNull private var score: Int?

    /// The markup of the text is sanitized.
    init(_ option: PollOption) {
        text = AllowedMarkup(option.text).html
        score = option.score
    }
}

/// A story for programs.
package struct StoryDocument: Encodable, Sendable {
    private let id: Int
    private let type, title, url: String
    @OrNull private var author: String?
    @OrNull private var score: Int?
    @OrNull private var comments: Int?
    private let date: String
    @OrNull private var options: [PollOptionDocument]?

    init(_ story: Story) {
        options = story.options?.map(PollOptionDocument.init)
        (id, type, title, url) = (story.id, story.type, story.title, story.url.absoluteString)
        (author, score, comments) = (story.author, story.score, story.comments)
        date = story.date.internetDateTime
    }
}
