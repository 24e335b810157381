import Platform
import WebText

/// A release was published or changed.
struct ReleasePayload: EventPayload {
    private let action: String?
    private let release: Release

    private struct Release: Decodable {
        let tag: String
        let name: String?
        let address: String?
        let isPrerelease: Bool?

        enum CodingKeys: String, CodingKey {
            case name
            case tag = "tag_name"
            case address = "html_url"
            case isPrerelease = "prerelease"
        }

        var title: String {
            guard let name = name?.ifNotBlank, name.onOneLine != tag else { return tag }
            return "\(tag) \(name.quoted)"
        }
    }

    var predicate: String {
        let kind = release.isPrerelease == true ? "pre-release" : "release"
        switch action {
        case nil, "published", "released", "created":
            return release.isPrerelease == true
                ? "published the pre-release \(release.title)" : "released \(release.title)"
        case "prereleased": return "published the pre-release \(release.title)"
        case let action?: return "\(action.words) the \(kind) \(release.title)"
        }
    }

    func page(of repository: String, on site: Website) -> URL {
        site.page(release.address, else: site.page(of: repository, "releases/tag/\(release.tag)"))
    }
}
