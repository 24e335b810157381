import FreshetHTTP
import Platform
import WebText

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
    func item(on site: Website) -> GitHubItem {
        GitHubItem(
            id: "Repository-\(id.text)", type: "Repository", title: description?.ifNotBlank?.onOneLine ?? name,
            url: site.page(address, else: site.page(of: name)), repository: name, date: nil, author: owner?.author)
    }
}
