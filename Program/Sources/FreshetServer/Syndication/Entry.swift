import WebText

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

        init(name: String, page: String?) {
            self.name = SafeText(name).text
            self.page = page
        }
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
    let discussion: String?
    let title: String
    /// A sentence or two, without markup.
    let summary: String
    /// When it happened; nil where the upstream does not say.
    let date: Date?
    let author: Person?
    let tags: [String]
    let place: Place?

    /// An entry, whose texts may be anybody's: what could do harm in a reader that shows them is taken out.
    init(
        id: String, url: String?, discussion: String? = nil, title: String, summary: String, date: Date?,
        author: Person? = nil, tags: [String], place: Place? = nil
    ) {
        self.id = id
        self.url = url
        self.discussion = discussion
        self.title = SafeText(title).text
        self.summary = SafeText(summary, atMost: 2000).text
        self.date = date?.ifSayable
        self.author = author
        self.tags = tags.map { SafeText($0, atMost: 100).text }
        self.place = place
    }
}

extension Date {
    /// The instant if RFC 3339 can say it: nil before 1970 and after the year 9999, which upstreams only name by mistake.
    var ifSayable: Date? {
        (0..<253_402_300_800).contains(timeIntervalSince1970) ? self : nil
    }
}
