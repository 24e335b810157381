import WebText
import HTTPTypes
import Synchronization

/// Admits requests with the server's token, as a bearer token or in the cookie that signing in sets.
final class TokenRule: Sendable {
    private static let cookie = "freshet-token"
    /// The maximum number of wrong tokens within a minute.
    private static let attempts = 20

    private struct Attempts {
        var count = 0
        var since = ContinuousClock.now
    }

    private let token: [UInt8]?
    private let wrong = Mutex(Attempts())

    init(_ token: String?) { self.token = token.map { Array($0.utf8) } }

    /// Whether the server has a token.
    var isSet: Bool { token != nil }

    /// Whether the request has the token, if the server has one.
    func admits(_ headers: HTTPFields) -> Bool {
        guard token != nil else { return true }
        if let value = headers[.authorization], value.prefix(7).lowercased() == "bearer " {
            return accepts(String(value.dropFirst(7)))
        }
        return headers[values: .cookie].contains { value in
            value.split(separator: ";").contains { pair in
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix(Self.cookie + "=") else { return false }
                return pair.dropFirst(Self.cookie.count + 1).percentDecoded.map(isToken) ?? false
            }
        }
    }

    /// Whether a token is right; nil after too many wrong ones.
    func attempt(_ text: String) -> Bool? {
        if isTired { return nil }
        return accepts(text)
    }

    /// The cookie of a reader who has signed in.
    func cookie(for token: String, isSecure: Bool) -> String {
        "\(Self.cookie)=\(token.percentEncoded); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
            + (isSecure ? "; Secure" : "")
    }

    /// The cookie that replaces it when the reader signs out.
    let noCookie = "\(cookie)=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"

    private var isTired: Bool {
        wrong.withLock { wrong in
            if ContinuousClock.now - wrong.since > .seconds(60) { wrong = Attempts() }
            return wrong.count >= Self.attempts
        }
    }

    private func accepts(_ text: String) -> Bool {
        if isTired { return false }
        let isRight = isToken(text)
        if !isRight { wrong.withLock { $0.count += 1 } }
        return isRight
    }

    /// Compares in constant time.
    private func isToken(_ text: String) -> Bool {
        guard let token else { return true }
        let given = Array(text.utf8)
        var difference = UInt8(given.count == token.count ? 0 : 1)
        for (index, byte) in token.enumerated() { difference |= byte ^ (index < given.count ? given[index] : 0) }
        return difference == 0
    }
}
