/// One line of a list, ready to be shown.
struct Row: Sendable, Hashable {
    /// The element's id, unique on the page and the same each time the item is shown.
    let id: String
    /// The list element.
    let html: HTML
    /// Its marker on the map.
    let marker: HTML?

    init(id: String, html: HTML, marker: HTML? = nil) {
        self.id = id
        self.html = html
        self.marker = marker
    }
}

extension String {
    /// The text as an element id: unique if the text is, of ASCII letters, digits, `_`, `-` and `.` alone.
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
