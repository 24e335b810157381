import Platform

/// A form whose fields may be files (`multipart/form-data`, RFC 7578).
package struct MultipartForm: Sendable {
    /// A field.
    package struct Part: Sendable, Hashable {
        /// Its name; empty if the part has none.
        package let name: String
        /// The name of the file; nil for a text.
        package let fileName: String?
        /// The contents.
        package let contents: Data
    }

    /// The longest boundary (RFC 2046, 5.1.1).
    private static let longestBoundary = 70
    /// The maximum size of the headers of a part in bytes.
    private static let largestHeaders = 8 << 10

    /// The fields, in order.
    package let parts: [Part]

    /// The contents of the first file; nil if the form has none.
    package var file: Data? { parts.first { $0.fileName != nil }?.contents }

    /// Returns true if a media type is that of such forms.
    package static func isType(_ contentType: String) -> Bool {
        contentType.prefix { $0 != ";" }.trimmed.lowercased() == "multipart/form-data"
    }

    /// Reads a body; nil if it has another type, or no end.
    package init?(_ body: Data, contentType: String) {
        guard Self.isType(contentType), let boundary = Self.parameters(contentType)["boundary"], !boundary.isEmpty,
            boundary.utf8.count <= Self.longestBoundary
        else { return nil }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        var rest: Data.SubSequence = Data("\r\n".utf8) + body
        guard let first = rest.firstRange(of: delimiter) else { return nil }
        rest = rest[first.upperBound...]
        var parts: [Part] = []
        while !rest.starts(with: "--".utf8) {
            // Spaces may follow a delimiter.
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard rest.starts(with: "\r\n".utf8), let end = rest.firstRange(of: delimiter),
                let head = rest[..<end.lowerBound].firstRange(of: Array("\r\n\r\n".utf8)),
                rest.distance(from: rest.startIndex, to: head.lowerBound) <= Self.largestHeaders
            else { return nil }
            let headers = String(decoding: rest[..<head.lowerBound], as: UTF8.self)
            parts.append(Self.part(headers, Data(rest[head.upperBound..<end.lowerBound])))
            rest = rest[end.upperBound...]
        }
        self.parts = parts
    }

    private static func part(_ headers: String, _ contents: Data) -> Part {
        let disposition = headers.split(whereSeparator: \.isNewline)
            .first { $0.lowercased().hasPrefix("content-disposition:") }
        let named = parameters(disposition.map(String.init) ?? "")
        return Part(name: named["name"] ?? "", fileName: named["filename"], contents: contents)
    }

    /// The parameters of a header field, by their names in lower case.
    private static func parameters(_ field: String) -> [String: String] {
        var (parameters, rest) = ([String: String](), field.drop { $0 != ";" })
        while rest.popFirst() == ";" {
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            let value: Substring
            if rest.first == "\"" {
                // Browsers escape the quotation marks in a name as %22.
                value = rest.dropFirst().prefix { $0 != "\"" }
                rest = rest.dropFirst(value.count + 2).drop { $0 != ";" }
            } else {
                value = rest.prefix { $0 != ";" }
                rest = rest.dropFirst(value.count)
            }
            parameters[name.trimmed.lowercased()] = value.trimmed.replacing("%22", with: "\"")
        }
        return parameters
    }
}
