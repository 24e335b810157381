import WebText

/// What an event says in Markdown: the body of what it is about.
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
