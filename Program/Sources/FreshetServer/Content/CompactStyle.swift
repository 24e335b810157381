/// A style sheet without its comments and without spaces that have no meaning.
struct CompactStyle {
    private(set) var bytes: [UInt8] = []

    init(_ sheet: [UInt8]) {
        var rest = sheet[...]
        var hasSpace = false
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"): hasSpace = true
            case UInt8(ascii: "/") where rest.first == UInt8(ascii: "*"): Self.skipComment(&rest)
            case UInt8(ascii: "\""):
                append(byte, after: &hasSpace)
                while let quoted = rest.popFirst() {
                    bytes.append(quoted)
                    if quoted == UInt8(ascii: "\"") { break }
                }
            default: append(byte, after: &hasSpace)
            }
        }
    }

    private mutating func append(_ byte: UInt8, after hasSpace: inout Bool) {
        if byte == UInt8(ascii: "}"), bytes.last == UInt8(ascii: ";") { bytes.removeLast() }
        if hasSpace, let last = bytes.last, !Self.separatesBefore(last), !Self.separates(byte) {
            bytes.append(UInt8(ascii: " "))
        }
        hasSpace = false
        bytes.append(byte)
    }

    private static func skipComment(_ rest: inout ArraySlice<UInt8>) {
        var last: UInt8 = 0
        rest.removeFirst()
        while let byte = rest.popFirst(), !(last == UInt8(ascii: "*") && byte == UInt8(ascii: "/")) { last = byte }
    }

    /// Whether no space is needed on either side of the byte.
    private static func separates(_ byte: UInt8) -> Bool { "{};,".utf8.contains(byte) }

    /// A colon before a space ends the name of a property; a colon after a space begins a selector.
    private static func separatesBefore(_ byte: UInt8) -> Bool { separates(byte) || byte == UInt8(ascii: ":") }
}
