import FreshetHTTP
import Platform
import WebText

/// An event in the API's form.
struct WireEvent: Decodable {
    let id: String
    let type: String
    let actor: WireAccount
    let repository: String
    let date: Date
    let payload: any EventPayload
    let body: String?
    /// Whether everybody could see the repository when it happened.
    let isPublic: Bool

    private enum CodingKeys: String, CodingKey {
        case id, type, actor, repo, payload
        case isPublic = "public"
        case date = "created_at"
    }

    private struct Repository: Decodable {
        let name: String
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Identifier.self, forKey: .id).text
        type = try container.decode(String.self, forKey: .type)
        actor = try container.decode(WireAccount.self, forKey: .actor)
        repository = try container.decode(Repository.self, forKey: .repo).name
        date = try container.decode(InternetDate.self, forKey: .date).date
        isPublic = try container.decodeIfPresent(Bool.self, forKey: .isPublic) ?? true
        body = try container.decodeIfPresent(EventBody.self, forKey: .payload)?.markdown
        payload = try Self.payload(of: type) { try container.decode($0, forKey: .payload) }
    }

    private static func payload(
        of type: String, _ decode: (any EventPayload.Type) throws -> any EventPayload
    ) throws -> any EventPayload {
        guard let payload = EventPayloads.byType[type] else { return UnfamiliarPayload(type: type) }
        return try decode(payload)
    }

    /// The item for the event.
    func item(on site: Website) -> GitHubItem {
        GitHubItem(
            id: "\(type)-\(id)", type: type, title: "\(actor.login) \(payload.predicate)".onOneLine,
            url: payload.page(of: repository, on: site), repository: repository, date: date, author: actor.author,
            pullRequest: payload.untitledPullRequest.map { PullRequest(repository: repository, number: $0) },
            body: body.map(MarkdownText.shortened))
    }
}

/// An account in the API's form.
struct WireAccount: Decodable {
    let login: String
    let avatar: String?
    let page: String?

    enum CodingKeys: String, CodingKey {
        case login
        case avatar = "avatar_url"
        case page = "html_url"
    }

    var author: Author {
        Author(name: login, avatarURL: avatar.flatMap(URL.init(string:)))
    }
}
