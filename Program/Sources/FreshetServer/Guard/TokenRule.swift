import FeedStore
import HTTPTypes
import Platform
import ReaderApps

/// Admits requests with the server's token, and those of browsers that have signed in with it.
///
/// Programs send it as a bearer token, feed readers as the password of Basic authentication with any user name.
/// A correct token is always accepted, regardless of earlier wrong tokens.
final class TokenRule: Sendable {
    /// The rule's decision about a request.
    enum Verdict: Sendable, Hashable {
        /// Admitted; with the session of the browser, if it has one.
        case admitted(session: String?)
        /// No token, or a wrong one.
        case refused
        /// A wrong token after too many others.
        case limited
        /// The sessions can't be read, so it is unknown whether the request has one.
        case unknown

        var isAdmitted: Bool { if case .admitted = self { true } else { false } }
    }

    private let token: [UInt8]?
    private let sessions: Sessions
    private let limits: AttemptLimits

    init(_ token: String?, _ sessions: Sessions, _ limits: AttemptLimits) {
        self.limits = limits
        self.token = token.map { Array($0.utf8) }
        self.sessions = sessions
    }

    /// True if the server has a token.
    var isSet: Bool { token != nil }

    /// True if a verdict on a request reads the file of sessions.
    func readsSessions(_ headers: HTTPFields) -> Bool {
        isSet && sessions.hasFile && !SessionCookie.secrets(in: headers).isEmpty
    }

    /// Checks that a client's request has the token or a session, if the server has a token.
    func verdict(on headers: HTTPFields, from client: IPAddress?) -> Verdict {
        guard isSet else { return .admitted(session: nil) }
        var isLimited = false, isUnknown = false
        if let given = headers[.authorization].flatMap(Self.credentials)?.secret {
            if isToken(given) { return .admitted(session: nil) }
            isLimited = limits.noteSecret(from: client)
        }
        var isStale = false
        for secret in SessionCookie.secrets(in: headers) {
            do {
                if let session = try sessions.id(of: secret) { return .admitted(session: session) }
                isStale = true
            } catch {
                isUnknown = true  // the check of every second logs why
            }
        }
        if isStale, limits.noteSession(from: client) { isLimited = true }
        if isLimited { return .limited }
        return isUnknown ? .unknown : .refused
    }

    /// Checks a typed token.
    func verdict(on text: String, from client: IPAddress?) -> Verdict {
        if isToken(text[...]) { return .admitted(session: nil) }
        return limits.noteTypedToken(from: client) ? .limited : .refused
    }

    /// The secret in an `Authorization` field, and the user's name beside it; nil if it has none of a known scheme.
    static func credentials(_ authorization: String) -> (user: Substring?, secret: Substring)? {
        guard let space = authorization.firstIndex(of: " ") else { return nil }
        let rest = authorization[authorization.index(after: space)...]
        switch authorization[..<space].lowercased() {
        case "bearer": return (nil, rest)
        case "basic":
            guard let pair = Data(base64Encoded: String(rest)).map({ String(decoding: $0, as: UTF8.self) }),
                let colon = pair.firstIndex(of: ":")
            else { return nil }
            return (pair[..<colon], pair[pair.index(after: colon)...])
        default: return nil
        }
    }

    /// True if a secret is the token, or made of it as reader apps do with a password. Compares in constant time.
    func admits(_ secret: Secret, user: String) -> Bool {
        guard let token else { return true }
        if isToken(secret.text[...]) { return true }
        let own = Secret(String(decoding: token, as: UTF8.self))
        return [own.googleLogin, own.fever(user: user)].contains {
            Self.areEqual(Array($0.text.utf8), secret.text[...])
        }
    }

    /// True if a text is the token, or there is none.
    func isToken(_ text: Substring) -> Bool {
        guard let token else { return true }
        return Self.areEqual(token, text)
    }

    /// Compares in constant time.
    static func areEqual(_ token: [UInt8], _ text: Substring) -> Bool {
        let given = Array(text.utf8)
        var difference = UInt8(given.count == token.count ? 0 : 1)
        for (index, byte) in token.enumerated() { difference |= byte ^ (index < given.count ? given[index] : 0) }
        return difference == 0
    }
}

/// Admits requests of reader apps by what their APIs send. No cookie admits one.
struct ReaderAppRule: Sendable {
    let tokenRule: TokenRule
    let accountRule: AccountRule

    /// Checks what a request has sent. Blocks the calling thread.
    ///
    /// While there is one account and no token, everybody is admitted who reaches the server.
    func verdict(on credentials: [ReaderAPI.Credential], from client: IPAddress?) -> AccountRule.Verdict {
        needsPassword
            ? accountRule.verdict(on: credentials, from: client)
            : .admitted(AccountAdmission(account: Account.first, credential: .token))
    }

    var needsPassword: Bool { accountRule.isOn || tokenRule.isSet }
}
