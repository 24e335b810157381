import Feeds
import WebText

/// The files of an item: pictures are shown, all are links.
///
/// Audio and video aren't played here: the server would have to store them, or the browser to contact their host.
struct ItemEnclosures {
    let entry: Entry
    let feed: Feed
    let site: Site

    /// Nil for items without files.
    var html: HTML? {
        let files: [HTML] = entry.enclosures.compactMap(file)
        return files.isEmpty
            ? nil
            : "<section class=\"files\" aria-labelledby=\"files-title\"><h3 id=\"files-title\">Files</h3><ul>\(files)</ul></section>"
    }

    private func file(_ enclosure: Entry.Enclosure) -> HTML? {
        guard let address = WebAddress(enclosure.url) else { return nil }
        let facts = SafeText(enclosure.facts.joined(separator: " · "), atMost: 200)
        return """
            <li>\(picture(enclosure, address))<a href="\(address.text)" target="_blank" rel="noopener noreferrer">\(SafeText(enclosure.title, atMost: 200).html)</a> \
            <span class="fine">\(facts.html)</span></li>
            """
    }

    /// A picture that the text doesn't show already.
    private func picture(_ enclosure: Entry.Enclosure, _ address: WebAddress) -> HTML? {
        guard enclosure.type?.hasPrefix("image/") == true, entry.text?.contains(address.text) != true,
            let path = site.picture(address, feed)
        else { return nil }
        return "<img src=\"\(path)\" alt=\"\" loading=\"lazy\" decoding=\"async\">"
    }
}
