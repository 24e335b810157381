import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// The subject of a request, for the wording of errors.
enum Topic: Sendable {
    case repository(RepositoryName)
    case account(AccountName)
    case language(String)
    case other
}

extension GitHub {
    /// The error as GitHub means it, or unchanged.
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

    /// GitHub's message in `{"message": …, "errors": […]}`, or else the text if it is short and isn't HTML.
    private static func message(in body: String) -> String? {
        do {
            let refusal = try JSONDecoder().decode(Refusal.self, from: Data(body.utf8))
            return ([refusal.message] + (refusal.errors ?? []).compactMap(\.message)).joined(separator: ": ").onOneLine
        } catch {
            // The body isn't GitHub's JSON, or is only its beginning: long errors are truncated.
            let text = body.onOneLine
            if text.hasPrefix("{") { return messageAtBeginning(of: text) }
            return text.isEmpty || text.hasPrefix("<") || text.count > 200 ? nil : text
        }
    }

    /// The message in truncated JSON.
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
            return nil  // truncated within an escape sequence
        }
    }
}
