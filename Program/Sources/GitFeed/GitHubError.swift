import Feeds
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// An error that GitHub explains, beyond `HTTPError`.
package enum GitHubError: Error, Sendable, Hashable, CustomStringConvertible {
    /// 404: the repository doesn't exist or is private; GitHub doesn't distinguish these.
    case notFound(RepositoryName, hadToken: Bool)
    /// 404: the user or organization doesn't exist.
    case noSuchAccount(AccountName)
    /// The request needs a token, because it is for its owner's own data.
    case tokenNeeded
    /// 401 with GitHub's message: the token is wrong, revoked or expired.
    case tokenRefused(message: String)
    /// 403 without a rate limit, with GitHub's message; a retry won't help.
    case forbidden(message: String)
    /// 410 with GitHub's message: the resource or this version of the API was removed.
    case gone(message: String)
    /// 451 with GitHub's message: blocked for legal reasons, such as a DMCA notice.
    case blocked(message: String)
    /// 422: GitHub doesn't know this programming language.
    case noSuchLanguage(String, message: String)
    /// The text isn't a repository's name.
    case invalidRepositoryName(String)
    /// The text can't be the name of a programming language.
    case invalidLanguage(String)
    /// The page isn't on the API's host. No request was made, so the token wasn't sent.
    case foreignPage(URL)
    /// A token would be sent without encryption to another computer; no request was made.
    case tokenNeedsEncryption(URL)
    /// A 304 for a request without validators.
    case unaskedNotModified(URL)

    /// The problem and its remedy.
    package var description: String {
        switch self {
        case .notFound(let repository, hadToken: false):
            "\(repository) doesn't exist or is private. Private repositories need a token with read access."
        case .notFound(let repository, hadToken: true):
            "\(repository) doesn't exist, or the token has no access to it."
        case .noSuchAccount(let name): "GitHub has no user or organization \(name). Check the spelling."
        case .tokenNeeded: "GitHub needs a token to identify you. Set GH_TOKEN to a personal access token."
        case .tokenRefused(let message):
            "GitHub rejected the token\(Self.quoted(message)). It's wrong, revoked or expired. Create a new one, or use none for public data."
        case .forbidden(let message): "GitHub denied access\(Self.quoted(message))."
        case .gone(let message): "GitHub has removed this\(Self.quoted(message))."
        case .blocked(let message): "GitHub has blocked this for legal reasons\(Self.quoted(message))."
        case .noSuchLanguage(let language, let message):
            "GitHub has no programming language \(language.inQuotes)\(Self.quoted(message)). Use a name from its pages, such as swift, c++ or jupyter notebook."
        case .invalidRepositoryName(let text):
            "“\(text)” isn't a repository. Use OWNER/NAME, such as octocat/hello, or its address, such as https://github.com/octocat/hello."
        case .invalidLanguage(let text):
            "The language name \(text.inQuotes) isn't valid. Use 1 to 100 letters, digits, spaces and symbols, but no quotation marks."
        case .foreignPage(let url):
            "\(url.absoluteString) isn't part of the GitHub server in use, so no request was sent."
        case .tokenNeedsEncryption(let url):
            "The token isn't sent to \(url.host() ?? url.absoluteString) without encryption. Use an address that begins with https://, or no token."
        case .unaskedNotModified(let url):
            "\(url.absoluteString) responded 304 Not Modified to an unconditional request. Try again without a caching proxy."
        }
    }

    /// GitHub's message within a sentence.
    private static func quoted(_ message: String) -> String { message.isEmpty ? "" : " (\(message.inQuotes))" }
}

extension GitHubError: FeedFailure {
    /// The error's meaning for a feed.
    package var feedError: FeedError {
        let kind =
            switch self {
            case .notFound, .noSuchAccount: "notFound"
            case .tokenRefused, .tokenNeeded: "tokenRefused"
            case .forbidden: "forbidden"
            case .gone: "gone"
            case .blocked: "blocked"
            case .tokenNeedsEncryption: "refusedAddress"
            case .noSuchLanguage, .invalidLanguage, .invalidRepositoryName: "wrongQuestion"
            case .foreignPage, .unaskedNotModified: "undecodable"
            }
        return FeedError(kind: kind, message: description)
    }
}

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
