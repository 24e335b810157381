import Platform
import WebText

/// An Atom link.
struct AtomLink {
    let url: URL
    /// The relation, in lowercase; `alternate` by default.
    let relation: String
    let type: String?
    let length: Int?

    /// Nil unless the link is a web address.
    init?(_ attributes: XMLAttributes, base: URL?) {
        guard let url = WebLinks.url(attributes.value("href"), base: base) else { return nil }
        self.url = url
        relation = (attributes.value("rel") ?? "alternate").trimmed.lowercased()
        type = attributes.value("type")?.lowercased().ifNotBlank
        length = FeedNumbers.length(attributes.value("length"))
    }

    /// Whether the link can be an HTML page.
    var isPage: Bool { type == nil || type?.contains("html") == true }
}
