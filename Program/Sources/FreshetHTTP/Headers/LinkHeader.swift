import HTTPTypes
import Platform
import WebText

/// The related addresses of a response (RFC 8288): `<https://…?page=2>; rel="next"`.
package struct LinkHeader: Sendable, Hashable {
    // swift-format-ignore: NeverForceUnwrap
    private static let name = HTTPField.Name("Link")!  // cannot fail: letters make a name

    private var links: [String: URL] = [:]

    /// The links of a response; empty if there are none.
    ///
    /// Leaves out links that can't be parsed, such as GitHub's templates in braces.
    /// - Parameters:
    ///   - headers: The response's header fields.
    ///   - base: The address of the response, to resolve relative links; without it they are left out.
    package init(_ headers: HTTPFields, relativeTo base: URL? = nil) {
        self.init(headers[Self.name] ?? "", relativeTo: base)
    }

    /// Parses the field's value.
    package init(_ text: String, relativeTo base: URL? = nil) {
        var rest = text[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let address = String(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
            // Up to the comma after the parameters; a quoted comma belongs to a parameter.
            let (parameters, length) = Self.parameters(rest)
            rest = rest.dropFirst(length)
            guard let relations = parameters["rel"], !address.contains("{"),
                let url = URL(address: address, relativeTo: base)?.absoluteURL, Origin(url) != nil
            else { continue }
            for relation in relations.lowercased().split(whereSeparator: \.isWhitespace)
            where links[String(relation)] == nil {
                links[String(relation)] = url
            }
        }
    }

    /// The address with that relation: `next`, `last`, `prev`, `first`.
    ///
    /// The first one, if there are several.
    package subscript(_ relation: String) -> URL? { links[relation.lowercased()] }

    private static func parameters(_ text: Substring) -> (parameters: [String: String], length: Int) {
        var isQuoted = false
        var isEscaped = false
        let end = text.firstIndex { character in
            defer { isEscaped = character == "\\" && isQuoted && !isEscaped }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        let mine = text[..<(end ?? text.endIndex)]
        var parameters: [String: String] = [:]
        for part in HeaderText.parts(of: mine, by: ";") {
            let (name, value) = HeaderText.parameter(part)
            // The first of several with one name counts (RFC 8288, 3.3).
            if let value, parameters[name] == nil { parameters[name] = value }
        }
        return (parameters, mine.count)
    }
}
