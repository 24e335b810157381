import Feeds
import WebText

extension SyndicatedEntry {
    /// All that is to be read, as markup that loads nothing but pictures of this server: the text or the summary, and below it the numbers, the
    /// discussion and a link to a map of the place.
    package var html: String {
        var parts: [XML] = []
        if content == nil, !summary.isEmpty, summary != title { parts.append("<p>\(summary)</p>") }
        var facts: [XML] = measures.map { "\($0)" }
        if let discussion { facts.append("<a href=\"\(discussion)\">Discussion</a>") }
        if let place { facts.append("<a href=\"\(place.map)\">\(place.words)</a>") }
        if !facts.isEmpty { parts.append("<p>\(facts.joined(separator: " · "))</p>") }
        return (content ?? "") + parts.map(\.description).joined()
    }
}

extension Entry.Coordinate {
    /// A map of the surroundings (wiki.openstreetmap.org/wiki/Browsing#Other_URL_tricks).
    fileprivate var map: String {
        "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=6/\(latitude)/\(longitude)"
    }
}
