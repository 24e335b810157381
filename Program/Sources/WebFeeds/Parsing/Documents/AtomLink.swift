#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import WebText

/// A link as Atom writes it.
struct AtomLink {
    let url: URL
    /// What the link is for, in lower case; `alternate` if it doesn't say.
    let relation: String
    let type: String?
    let length: Int?

    /// Nil unless the link leads to the web.
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
