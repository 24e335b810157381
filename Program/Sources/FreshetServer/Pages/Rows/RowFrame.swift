#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What all rows of items have in common: one element of a list with a title, what belongs to it, when it was, and what can be done with it.
struct RowFrame {
    /// The item's id in its upstream.
    let item: String
    /// `github`, `planet`, `news`
    let upstream: String
    /// What the filter by type goes by.
    let type: String
    let marks: Marks
    let date: Date?
    /// Attributes for the script, each with a space before it.
    var data: HTML = ""
    /// What stands at the start of the row.
    let lead: HTML
    /// The title with its link.
    let title: HTML
    /// The line below it: parts of it.
    let meta: [HTML]
    /// What is below that line.
    var more: HTML?

    /// The element's id.
    var id: String { "row-" + item.elementID }

    /// The element.
    /// - Parameters:
    ///   - isHidden: whether the page's query leaves it out.
    ///   - destination: where the reader stays after marking it, a local path.
    func html(isHidden: Bool, _ destination: String, _ now: Date) -> HTML {
        let classes =
            "row" + (marks.isNew ? " is-new" : "") + (marks.isRead ? " is-read" : "")
            + (marks.isSaved ? " is-saved" : "")
        let facts: [HTML] = meta.filter { !$0.isEmpty }.map { "<span>\($0)</span>" }
        return """
            <li class="\(classes)" id="\(id)" data-id="\(item)" data-upstream="\(upstream)" data-type="\(type)"\(data)\
            \(isHidden ? " hidden" : "" as HTML)><div class="lead">\(lead)</div><div class="body"><p class="title">\(title)\
            <span class="new">new</span></p><p class="meta facts">\(facts.joined(separator: " "))</p>\
            \(more)</div>\(date.map { Instant($0).html(.age, now) } ?? "<span class=\"age\"></span>")\
            \(form(destination))</li>
            """
    }

    private func form(_ destination: String) -> HTML {
        """
        <form class="marks" method="post" action="/marks">\(Hidden("upstream", upstream).html)\(Hidden("id", item).html)\
        \(Hidden("return", destination + "#" + id).html)\
        <button class="mark save" name="mark" value="\(marks.isSaved ? "unsaved" : "saved")" aria-label="Save for later" \
        aria-pressed="\(marks.isSaved ? "true" : "false")" title="Save for later (s)">\(Icon.save.html)</button>\
        <button class="mark read" name="mark" value="\(marks.isRead ? "unread" : "read")" aria-label="Read" \
        aria-pressed="\(marks.isRead ? "true" : "false")" title="Read, or unread again (m)">\(Icon.read.html)</button></form>
        """
    }
}

extension String {
    /// The text with everything but ASCII letters, digits, `_` and `-` as its code: unique where the text is, and fit for an element's id.
    var elementID: String {
        var result = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += ".\(byte)."
            }
        }
        return result
    }
}
