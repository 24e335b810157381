#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An address that a link may lead to: `http` or `https` and a host, nothing else.
struct WebAddress: Sendable, Hashable {
    let text: String

    init?(_ url: URL) { self.init(url.absoluteString) }

    init?(_ address: String) {
        guard address.utf8.count <= 4096, !address.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f || $0 == 0x5c })
        else { return nil }
        let lower = address.prefix(8).lowercased()
        let rest = lower.hasPrefix("https://") ? address.dropFirst(8) : address.dropFirst(7)
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://"), let first = rest.first,
            first.isLetter || first.isNumber || first == "["
        else { return nil }
        text = address
    }

    /// A link to it.
    func link(_ content: HTML, class name: String? = nil) -> HTML {
        let name: HTML = name.map { " class=\"\($0)\"" } ?? ""
        return "<a\(name) href=\"\(text)\" rel=\"noopener noreferrer\">\(content)</a>"
    }
}
