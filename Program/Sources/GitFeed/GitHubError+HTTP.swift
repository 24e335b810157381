internal import WebText
internal import FreshetHTTP
internal import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What a request was about, for the wording of its failures.
enum Topic: Sendable {
    case repository(RepositoryName)
    case account(AccountName)
    case language(String)
    case other
}

extension GitHub {
    /// The failure as GitHub means it, or as it is.
    func explained(_ error: any Error, about topic: Topic) -> any Error {
        guard case .status(_, let status, let body)? = error as? HTTPError else { return error }
        let message = Self.message(in: body) ?? status.reasonPhrase
        switch (status.code, topic) {
        case (401, _): return GitHubError.tokenRefused(message: message)
        case (403, _): return GitHubError.forbidden(message: message)
        case (404, .repository(let name)): return GitHubError.notFound(name, hadToken: hasToken)
        case (404, .account(let name)): return GitHubError.noSuchAccount(name)
        case (410, _): return GitHubError.gone(message: message)
        case (422, .language(let language)): return GitHubError.noSuchLanguage(language, message: message)
        case (451, _): return GitHubError.blocked(message: message)
        default: return error
        }
    }

    private struct Refusal: Decodable {
        let message: String
        let errors: [Detail]?

        struct Detail: Decodable {
            let message: String?
        }
    }

    /// GitHub's own words in `{"message": …, "errors": […]}`, else the text if it is short and no page.
    private static func message(in body: String) -> String? {
        do {
            let refusal = try JSONDecoder().decode(Refusal.self, from: Data(body.utf8))
            return ([refusal.message] + (refusal.errors ?? []).compactMap(\.message)).joined(separator: ": ").onOneLine
        } catch {
            // Not GitHub's JSON, or only its beginning: long refusals are cut.
            let text = body.onOneLine
            if text.hasPrefix("{") { return messageAtBeginning(of: text) }
            return text.isEmpty || text.hasPrefix("<") || text.count > 200 ? nil : text
        }
    }

    /// The words in JSON that breaks off somewhere after them.
    private static func messageAtBeginning(of text: String) -> String? {
        let parts = text.split(separator: "\"message\"", maxSplits: 1)
        guard parts.count == 2, let quote = parts[1].firstIndex(of: "\"") else { return nil }
        var isEscaped = false
        let words = parts[1][quote...].dropFirst().prefix { character in
            if character == "\"", !isEscaped { return false }
            isEscaped = character == "\\" && !isEscaped
            return true
        }
        do {
            return try JSONDecoder().decode(String.self, from: Data("\"\(words)\"".utf8)).onOneLine
        } catch {
            return nil  // it breaks off within an escape
        }
    }
}
