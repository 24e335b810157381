import WebText
import GitFeed

/// An author's picture; the initials lie below it, for where there is none or as long as it has not come.
struct Portrait {
    let author: Author?
    let site: Site

    var html: HTML {
        let picture: HTML? = author.flatMap(site.avatar).map {
            "<img src=\"\($0)\" width=\"36\" height=\"36\" loading=\"lazy\" decoding=\"async\" alt=\"\">"
        }
        return "<span class=\"portrait\" aria-hidden=\"true\">\(initials)\(picture)</span>"
    }

    /// `octo-cat` → `OC`.
    private var initials: String {
        let words = SafeText(author?.name ?? "?").text.replacing("[bot]", with: "").split {
            !$0.isLetter && !$0.isNumber
        }
        let letters =
            words.count > 1 ? words.prefix(2).compactMap(\.first) : (words.first?.prefix(1)).map(Array.init) ?? ["?"]
        return String(letters).uppercased()
    }
}
