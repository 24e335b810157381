import TextDecoding
import WebText

extension String {
    /// The text without the markers `<![CDATA[` and `]]>`, which are part of a text that was escaped twice.
    ///
    /// In HTML, the markers begin a comment, which would hide the text.
    /// - Parameter isInside: also removes markers inside the text; otherwise only those around it.
    func withoutSectionMarkers(inside isInside: Bool) -> String {
        // Most texts have none, which bytes tell sooner than characters.
        var copy = self
        let hasMarkers = copy.withUTF8 { $0.firstIndex(of: "<![CDATA[", from: 0, to: $0.count) != nil }
        guard hasMarkers, let first = firstRange(of: "<![CDATA[") else { return self }
        guard isInside || (first.lowerBound == startIndex && hasSuffix("]]>")) else { return self }
        var result = ""
        var rest = self[...]
        while let start = rest.firstRange(of: "<![CDATA[") {
            result += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            let end = rest.firstRange(of: "]]>")
            result += rest[..<(end?.lowerBound ?? rest.endIndex)]
            rest = end.map { rest[$0.upperBound...] } ?? ""
        }
        return (result + rest).trimmed
    }
}
