#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A link of an article to a page of the web.
struct WebLink: Hashable, Sendable {
    /// The whole address, percent-encoded.
    let address: String

    /// Nil for anything but `http` and `https`.
    ///
    /// - Parameter base: the address that a relative `href` starts from.
    init?(_ href: String, base: String?) {
        guard !href.isEmpty, !href.hasPrefix("#") else { return nil }
        let url = URL(string: href, relativeTo: base.flatMap { URL(string: $0) })
        guard let link = Hyperlink(url?.absoluteURL.absoluteString ?? href) else { return nil }
        address = link.address
    }
}
