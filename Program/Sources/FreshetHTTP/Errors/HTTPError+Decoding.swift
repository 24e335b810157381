import Platform
import WebText

extension HTTPError {
    /// Why a body couldn't be decoded.
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
    /// Whether a response arrived but couldn't be decoded.
    package static func isUndecodable(_ error: any Error) -> Bool {
        if case .undecodable? = error as? HTTPError { true } else { false }
    }
}
