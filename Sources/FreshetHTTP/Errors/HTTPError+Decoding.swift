#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPError {
    /// Why a body could not be read.
    init(decoding error: any Error, _ body: Data, from url: URL) {
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
                .trimmingPrefix(".").description
        }
        let (place, problem): (String, String) =
            switch error as? DecodingError {
            case .keyNotFound(let key, let context): (path(context), "“\(key.stringValue)” is missing")
            case .typeMismatch(let type, let context): (path(context), "there is no \(type) here")
            case .valueNotFound(let type, let context): (path(context), "there is null where a \(type) is expected")
            case .dataCorrupted(let context): (path(context), context.debugDescription)
            default: ("", String(describing: error))
            }
        self = .undecodable(url, codingPath: place, problem: problem, body: BodyStart(body).text)
    }
}

/// The beginning of a body, for people: printable, on one line, at most 500 characters.
struct BodyStart {
    let text: String

    init(_ body: Data) {
        let start = String(decoding: body.prefix(2000), as: UTF8.self)
        var text = ""
        var wasSpace = true
        for character in start.prefix(500) {
            let isSpace =
                character.isWhitespace
                || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
            if isSpace, wasSpace { continue }
            text.append(isSpace ? " " : character)
            wasSpace = isSpace
        }
        self.text = text
    }
}
