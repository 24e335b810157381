import HTTPTypes
import Platform
import WebText

/// Identifies the token of a request without storing it: validators and quotas are per token.
struct Requester: Hashable, Sendable {
    let name: String

    static let anonymous = Requester(name: "anonymous")

    private init(name: String) { self.name = name }

    init(of request: HTTPRequest) {
        self = request.headerFields[.authorization].map(Requester.init(authorization:)) ?? .anonymous
    }

    /// White space around a token is ignored, as in requests; a blank token counts as missing.
    init(token: String?) {
        self = token?.ifNotBlank.map { Requester(authorization: "Bearer " + $0.trimmed) } ?? .anonymous
    }

    /// The FNV-1a hash of the header in 16 hexadecimal digits: tells a reader's tokens apart without revealing them.
    ///
    /// A hash would reveal a short password.
    private init(authorization: String) {
        name = authorization.hasPrefix("Basic ") ? "password" : "token-" + FNV1a.hash64(authorization.utf8).hexadecimal
    }
}
