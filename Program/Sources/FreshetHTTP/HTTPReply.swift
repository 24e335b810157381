import HTTPTypes
import Platform
import WebText

/// A complete response.
package struct HTTPReply: Sendable {
    /// The request; after redirects, still the first one.
    package let request: HTTPRequest
    /// The address that answered, after redirects.
    package let url: URL
    /// The target of permanent redirects (301, 308); nil if there were none, or others preceded them.
    package let movedTo: URL?
    /// True if it came from this computer or a private network that ``RequestBounds/privateOrigins`` allowed, or may have, as
    /// ``RequestBounds/reachesUnknownNetworks`` allows. False where those
    /// were nil: the program then knows the address.
    package let isPrivate: Bool
    /// The status: a success (2xx) or 304.
    package let status: HTTPResponse.Status
    /// The header fields.
    package let headers: HTTPFields
    /// The decompressed body.
    package let body: Data

    /// Creates a response, for other transports and tests.
    package init(
        request: HTTPRequest, url: URL, movedTo: URL? = nil, isPrivate: Bool = false, status: HTTPResponse.Status,
        headers: HTTPFields,
        body: Data
    ) {
        self.request = request
        self.url = url
        self.movedTo = movedTo
        self.isPrivate = isPrivate
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Decodes the body as JSON.
    ///
    /// Invalid UTF-8 costs the character, not the document: it is replaced by U+FFFD. Fails with ``HTTPError/undecodable(_:codingPath:problem:body:)``.
    package func decoded<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) throws(HTTPError) -> Value {
        let isValid = String(validating: body, as: UTF8.self) != nil
        let json = isValid ? body : Data(String(decoding: body, as: UTF8.self).utf8)
        do { return try decoder.decode(type, from: json) } catch { throw HTTPError(decoding: error, body, from: url) }
    }
}

extension HTTPError {
    /// The error of a body that couldn't be decoded.
    init(decoding error: any Error, _ body: Data, from url: URL) {
        let (path, problem): ([any CodingKey], String) =
            switch error as? DecodingError {
            case .keyNotFound(let key, let context): (context.codingPath, "“\(key.stringValue)” is missing")
            case .typeMismatch(let type, let context):
                (context.codingPath, "\(Self.article(Self.name(of: type))) is expected")
            case .valueNotFound(let type, let context):
                (context.codingPath, "\(Self.article(Self.name(of: type))) is expected, not null")
            case .dataCorrupted(let context): (context.codingPath, Self.problem(in: body, context))
            default: ([], String(describing: error))
            }
        // Dictionary keys are the upstream's text.
        let place = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        self = .undecodable(
            url, codingPath: SafeText(line: place.trimmingPrefix(".").description, atMost: 200).text,
            problem: SafeText(line: problem, atMost: 200).text, body: BodyStart(body).text)
    }

    private static func problem(in body: Data, _ context: DecodingError.Context) -> String {
        if body.isEmpty { return "it's empty" }
        // Without a path it's a syntax error, or a list at the root.
        guard context.codingPath.isEmpty, !(context.underlyingError is UnreadableItems) else {
            return context.debugDescription
        }
        return String(validating: body, as: UTF8.self) == nil ? "it isn't UTF-8" : "it isn't valid JSON"
    }

    /// JSON's names of its types.
    private static func name(of type: any Any.Type) -> String {
        if type is String.Type { return "string" }
        if type is Bool.Type { return "boolean" }
        if type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type { return "number" }
        let text = String(describing: type)
        if text.hasPrefix("Dictionary<") { return "object" }
        if text.hasPrefix("Array<") { return "array" }
        return text
    }

    private static func article(_ noun: String) -> String {
        noun.first.map { "aeiouAEIOU".contains($0) } == true ? "an \(noun)" : "a \(noun)"
    }
}

extension HTTPError {
    /// True if a response arrived but couldn't be decoded.
    package static func isUndecodable(_ error: any Error) -> Bool {
        if case .undecodable? = error as? HTTPError { true } else { false }
    }
}
