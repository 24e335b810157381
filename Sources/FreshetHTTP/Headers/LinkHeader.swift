public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The related addresses of an answer (RFC 8288): `<https://…?page=2>; rel="next"`.
public struct LinkHeader: Sendable, Hashable {
    // swift-format-ignore: NeverForceUnwrap
    private static let name = HTTPField.Name("Link")!  // cannot fail: letters make a name

    private var links: [String: URL] = [:]

    /// Those of an answer; none if it has none.
    ///
    /// What cannot be read, such as GitHub's templates in braces, is left out.
    public init(_ headers: HTTPFields) { self.init(headers[Self.name] ?? "") }

    /// Reads the field's value.
    public init(_ text: String) {
        var rest = text[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let address = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            let parameters = Self.takeParameters(&rest)
            guard !address.contains("{"), let url = URL(string: String(address)) else { continue }
            for relation in parameters["rel"]?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
            where links[String(relation)] == nil {
                links[String(relation)] = url
            }
        }
    }

    /// The address with that relation: `next`, `last`, `prev`, `first`.
    public subscript(_ relation: String) -> URL? { links[relation.lowercased()] }

    /// Parameters up to the comma that ends the link; a comma in quotation marks does not.
    private static func takeParameters(_ rest: inout Substring) -> [String: String] {
        var parameters: [String: String] = [:]
        var (name, value, isQuoted, hasValue) = ("", "", false, false)
        func finish() {
            let key = name.filter { !$0.isWhitespace }.lowercased()
            if hasValue, !key.isEmpty, parameters[key] == nil { parameters[key] = value }
            (name, value, hasValue) = ("", "", false)
        }
        while let character = rest.first {
            rest = rest.dropFirst()
            switch character {
            case "\"": isQuoted.toggle()
            case "\\" where isQuoted:
                if let escaped = rest.popFirst(), hasValue { value.append(escaped) }
            case "," where !isQuoted:
                finish()
                return parameters
            case ";" where !isQuoted: finish()
            case "=" where !isQuoted && !hasValue: hasValue = true
            default: if hasValue { value.append(character) } else { name.append(character) }
            }
        }
        finish()
        return parameters
    }
}
