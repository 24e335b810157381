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
    /// True if the repository was public at the time of the event.
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
    func item(on site: GitHubPageURLs) -> GitHubItem {
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

/// A repository in the API's form: minimal in the list of all, complete in a search.
struct WireRepository: Decodable {
    let id: Identifier
    let name: String
    let description: String?
    let address: String?
    let owner: WireAccount?
    let stars: Int?
    let language: String?

    private enum CodingKeys: String, CodingKey {
        case id, description, owner, language
        case name = "full_name"
        case address = "html_url"
        case stars = "stargazers_count"
    }

    /// The item for a list of repositories.
    func item(on site: GitHubPageURLs) -> GitHubItem {
        GitHubItem(
            id: "Repository-\(id.text)", type: "Repository", title: description?.ifNotBlank?.onOneLine ?? name,
            url: site.page(address, else: site.page(of: name)), repository: name, date: nil, author: owner?.author)
    }
}

/// A notification in the API's form.
struct WireNotification: Decodable {
    private let id: Identifier
    private let reason: String
    private let updated: InternetDate
    private let subject: Subject
    private let repository: Repository

    private enum CodingKeys: String, CodingKey {
        case id, reason, subject, repository
        case updated = "updated_at"
    }

    private struct Subject: Decodable {
        let title: String
        let type: String
        let url: String?
    }

    private struct Repository: Decodable {
        let name: String

        enum CodingKeys: String, CodingKey { case name = "full_name" }
    }

    func thread(on site: GitHubPageURLs) -> NotificationThread {
        NotificationThread(
            id: id.text, type: subject.type, title: subject.title.onOneLine, reason: reason, url: page(on: site),
            repository: repository.name, date: updated.date)
    }

    /// The web page of the subject's API address, or the repository's page if there is none.
    private func page(on site: GitHubPageURLs) -> URL {
        let parts = subject.url?.split(separator: "/").map(String.init) ?? []
        guard let last = parts.last, parts.count >= 2 else { return site.page(of: repository.name) }
        switch parts[parts.count - 2] {
        case "issues": return site.page(of: repository.name, "issues/" + last)
        case "pulls": return site.page(of: repository.name, "pull/" + last)
        case "commits": return site.page(of: repository.name, "commit/" + last)
        case "releases": return site.page(of: repository.name, "releases")
        default: return site.page(of: repository.name)
        }
    }
}
