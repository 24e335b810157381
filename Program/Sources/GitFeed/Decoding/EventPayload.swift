import Platform
import WebText

/// The payload of an event.
protocol EventPayload: Decodable, SendableMetatype {
    /// The action, which follows the actor's name in a sentence.
    var predicate: String { get }

    /// The number of the event's pull request, if its title is missing.
    var untitledPullRequest: Int? { get }

    /// The web page that shows the event best.
    func page(of repository: String, on site: GitHubPageURLs) -> URL
}

extension EventPayload {
    var untitledPullRequest: Int? { nil }

    func page(of repository: String, on site: GitHubPageURLs) -> URL { site.page(of: repository) }
}

enum EventPayloads {
    /// The types in docs.github.com/en/rest/using-the-rest-api/github-event-types, and earlier ones that old data contains.
    static let byType: [String: any EventPayload.Type] = [
        "CommitCommentEvent": CommitCommentPayload.self,
        "CreateEvent": CreatePayload.self,
        "DeleteEvent": DeletePayload.self,
        "DiscussionEvent": DiscussionPayload.self,
        "DiscussionCommentEvent": DiscussionCommentPayload.self,
        "ForkEvent": ForkPayload.self,
        "GollumEvent": GollumPayload.self,
        "IssueCommentEvent": IssueCommentPayload.self,
        "IssuesEvent": IssuesPayload.self,
        "MemberEvent": MemberPayload.self,
        "PublicEvent": PublicPayload.self,
        "PullRequestEvent": PullRequestPayload.self,
        "PullRequestReviewCommentEvent": PullRequestReviewCommentPayload.self,
        "PullRequestReviewEvent": PullRequestReviewPayload.self,
        "PullRequestReviewThreadEvent": PullRequestReviewThreadPayload.self,
        "PushEvent": PushPayload.self,
        "ReleaseEvent": ReleasePayload.self,
        "SponsorshipEvent": SponsorshipPayload.self,
        "WatchEvent": WatchPayload.self,
    ]
}

/// An event of a type that this version doesn't support.
struct UnfamiliarPayload: EventPayload {
    let type: String

    var predicate: String { "triggered an event of type “\(words)”" }

    /// The type in words: `MergeQueueEntryEvent` is a "merge queue entry".
    private var words: String {
        let name = type.hasSuffix("Event") && type.count > 5 ? type.dropLast(5) : Substring(type)
        var words = ""
        for (character, last) in zip(name, [nil] + name.map(Character?.init)) {
            if character.isUppercase, last?.isUppercase == false { words += " " }
            words += character.lowercased()
        }
        return words
    }
}

/// The text of an event in Markdown: the body of its subject.
struct EventBody: Decodable {
    /// Nil if nothing was written.
    let markdown: String?

    private enum CodingKeys: String, CodingKey {
        case comment, review, release, discussion, issue
        case pullRequest = "pull_request"
    }

    private struct Written: Decodable {
        let body: String?
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // A comment comes with the issue that it is on.
        let keys: [CodingKeys] = [.comment, .review, .release, .discussion, .issue, .pullRequest]
        for key in keys {
            guard let written = try container.decodeIfPresent(Written.self, forKey: key) else { continue }
            markdown = written.body?.ifNotBlank
            return
        }
        markdown = nil
    }
}

/// Markdown as HTML that keeps its paragraphs, lines and code blocks; the rest of its marks are shown as they were written.
struct MarkdownText {
    /// Longer bodies are cut.
    private static let maximumSize = 4_000
    private let lines: [Substring]

    init(_ markdown: String) {
        // Templates of issues and pull requests are full of comments.
        let visible = markdown.replacing(#/<!--.*?(?:-->|$)/#.dotMatchesNewlines(), with: "")
        lines = visible.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The beginning of a body, as the store keeps it.
    static func shortened(_ markdown: String) -> String {
        markdown.utf8.count <= maximumSize ? markdown : markdown.prefix(bytes: maximumSize) + "…"
    }

    var html: String {
        var html = ""
        var paragraph: [String] = []
        var code: [String]?
        func endParagraph() {
            if !paragraph.isEmpty { html += "<p>" + paragraph.joined(separator: "<br>") + "</p>" }
            paragraph = []
        }
        func endCode() {
            if let lines = code { html += "<pre>" + lines.joined(separator: "\n") + "</pre>" }
            code = nil
        }
        for line in lines {
            let text = String(line).escapedForMarkup
            if line.drop(while: \.isWhitespace).hasPrefix("```") {
                endParagraph()
                if code == nil { code = [] } else { endCode() }
            } else if code != nil {
                code?.append(text)
            } else if line.allSatisfy(\.isWhitespace) {
                endParagraph()
            } else {
                paragraph.append(text)
            }
        }
        endParagraph()
        endCode()
        return html
    }
}
