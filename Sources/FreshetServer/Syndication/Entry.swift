#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An item as feed readers take it, whatever it is.
struct Entry: Sendable, Hashable {
    /// Who made it.
    struct Person: Sendable, Hashable {
        let name: String
        /// The page of that account, where there is one.
        let page: String?
    }

    /// A place in degrees.
    struct Place: Sendable, Hashable {
        let latitude, longitude: Double
    }

    /// A URI of its own that stays, wherever the server moves.
    let id: String
    /// The page for people, http or https.
    let url: String?
    /// Where it is talked about, if that is another page.
    var discussion: String?
    let title: String
    /// A sentence or two, without markup.
    let summary: String
    /// When it happened; nil where the upstream does not say.
    let date: Date?
    var author: Person?
    var tags: [String] = []
    var place: Place?
}

extension URL {
    /// The address if it leads to the web: whatever else an upstream names is no link.
    var webAddress: String? {
        guard let scheme = scheme?.lowercased(), ["http", "https"].contains(scheme), host()?.isEmpty == false else {
            return nil
        }
        return absoluteString
    }
}

extension Date {
    /// The instant if RFC 3339 can say it: nil before 1970 and after the year 9999, which upstreams only name by mistake.
    var ifSayable: Date? {
        (0..<253_402_300_800).contains(timeIntervalSince1970) ? self : nil
    }
}
