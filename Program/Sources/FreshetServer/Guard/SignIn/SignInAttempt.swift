import FeedStore
import Feeds
import HTTPTypes
import Platform

/// A sign-in that a browser has begun and a provider is to confirm.
///
/// It is kept in a cookie, so that only this browser can complete it, at any server with the same store. What the provider sees
/// is derived from its secret, and doesn't reveal it.
struct SignInAttempt: Sendable, Codable, Hashable {
    /// An account that is to get the identity, and the session that asked for it.
    struct Link: Sendable, Codable, Hashable {
        let account: Account.ID
        let session: AccountSession.ID
    }

    /// The time that the reader may take at the provider, in seconds.
    static let lifetime: TimeInterval = 600

    /// 256 random bits.
    let secret: String
    let expiry: Date
    /// The local path to go to afterwards.
    let returnPath: String
    /// Nil for a sign-in.
    let link: Link?

    init(returnPath: String, link: Link?, at date: Date) {
        secret = SystemRandomNumberGenerator.hexadecimal(bytes: 32)
        expiry = date.addingTimeInterval(Self.lifetime)
        // Browsers drop cookies of more than 4 KiB.
        self.returnPath = returnPath.utf8.count <= 1000 ? returnPath : "/"
        self.link = link
    }

    /// Comes back from the provider with the browser.
    var state: String { derived("state") }
    /// Comes back in the ID token.
    var nonce: String { derived("nonce") }
    /// Shows that the request for the token comes from the server that began (RFC 7636).
    var verifier: String { derived("verifier") }
    var challenge: String { Data(verifier.utf8).sha256.base64URL }

    private func derived(_ purpose: String) -> String { Data(purpose.utf8).hmacSHA256(key: secret) }

    // MARK: The cookie

    private static let name = "freshet-sign-in"
    private static let secureName = "__Host-" + name
    /// Lax, because the browser comes back from another site.
    private static let attributes = "; Path=/; HttpOnly; SameSite=Lax"

    /// The cookie that keeps the attempt.
    func cookie(key: String, isSecure: Bool) throws -> String {
        let content = try JSONEncoder().encode(self).base64URL
        let value = content + "." + Data(content.utf8).hmacSHA256(key: key)
        return isSecure
            ? "\(Self.secureName)=\(value)\(Self.attributes); Secure; Max-Age=\(Int(Self.lifetime))"
            : "\(Self.name)=\(value)\(Self.attributes); Max-Age=\(Int(Self.lifetime))"
    }

    /// The attempt that a request's cookie keeps; nil if there is none that this server's store has signed.
    init?(in headers: HTTPFields, key: String) {
        for text in headers.cookies(named: [Self.secureName, Self.name]) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, Self.areEqual(Data(parts[0].utf8).hmacSHA256(key: key), parts[1]),
                let content = Data(base64URL: parts[0])
            else { continue }
            do { self = try JSONDecoder().decode(Self.self, from: content) } catch { continue }
            return
        }
        return nil
    }

    /// The cookies that remove the cookies of a request.
    static func removing(from headers: HTTPFields) -> [String] {
        [name, secureName].filter { !headers.cookies(named: [$0]).isEmpty }.map { name in
            "\(name)=\(attributes)\(name == secureName ? "; Secure" : ""); Max-Age=0"
        }
    }

    /// True if the provider's answer belongs to this attempt. Compares in constant time.
    func isAnswered(by state: String) -> Bool { Self.areEqual(self.state, state) }

    private static func areEqual(_ expected: String, _ given: some StringProtocol) -> Bool {
        guard expected.utf8.count == given.utf8.count else { return false }
        return zip(expected.utf8, given.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
