import FreshetHTTP
import Platform
import WebText

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

    func thread(on site: Website) -> NotificationThread {
        NotificationThread(
            id: id.text, type: subject.type, title: subject.title.onOneLine, reason: reason, url: page(on: site),
            repository: repository.name, date: updated.date)
    }

    /// The web page of the subject's API address, or the repository's page if there is none.
    private func page(on site: Website) -> URL {
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
