import HTTPTypes

/// Admits requests with the server's token as a bearer token, and those of browsers that have signed in with it.
///
/// The correct token is always accepted, regardless of earlier wrong tokens.
final class TokenRule: Sendable {
    /// The rule's decision about a request.
    enum Verdict: Sendable, Hashable {
        /// Admitted; with the session of the browser, if it has one.
        case admitted(session: String?)
        /// No token, or a wrong one.
        case refused
        /// A wrong token after too many others.
        case limited

        /// Whether the request may be answered.
        var isAdmitted: Bool { if case .admitted = self { true } else { false } }
    }

    private let token: [UInt8]?
    private let sessions: Sessions
    private let wrong = WrongTokens()

    init(_ token: String?, _ sessions: Sessions) {
        self.token = token.map { Array($0.utf8) }
        self.sessions = sessions
    }

    /// Whether the server has a token.
    var isSet: Bool { token != nil }

    /// Whether a client's request has the token or a session, if the server has a token.
    func verdict(on headers: HTTPFields, from client: IPAddress?) -> Verdict {
        guard isSet else { return .admitted(session: nil) }
        var isGuess = false
        if let value = headers[.authorization], value.prefix(7).lowercased() == "bearer " {
            if isToken(value.dropFirst(7)) { return .admitted(session: nil) }
            isGuess = true
        }
        for secret in SessionCookie.secrets(in: headers) {
            if let session = sessions.id(of: secret) { return .admitted(session: session) }
            isGuess = true
        }
        return isGuess && wrong.note(from: client) ? .limited : .refused
    }

    /// Whether a typed token is correct.
    func verdict(on text: String, from client: IPAddress?) -> Verdict {
        if isToken(text[...]) { return .admitted(session: nil) }
        return wrong.note(from: client) ? .limited : .refused
    }

    /// Compares in constant time.
    private func isToken(_ text: Substring) -> Bool {
        guard let token else { return true }
        let given = Array(text.utf8)
        var difference = UInt8(given.count == token.count ? 0 : 1)
        for (index, byte) in token.enumerated() { difference |= byte ^ (index < given.count ? given[index] : 0) }
        return difference == 0
    }
}
