import WebText
import HTTPTypes
import WebText

/// Who asks, in a form that can be stored: a validator and a quota belong to a token, and the token itself is kept nowhere.
struct Requester: Hashable, Sendable {
    let name: String

    static let anonymous = Requester(name: "anonymous")

    private init(name: String) { self.name = name }

    init(of request: HTTPRequest) {
        self = request.headerFields[.authorization].map(Requester.init(authorization:)) ?? .anonymous
    }

    /// Blank tokens count as none, and white space at the ends is none of it, as where requests are made.
    init(token: String?) {
        self = token?.ifNotBlank.map { Requester(authorization: "Bearer " + $0.trimmed) } ?? .anonymous
    }

    /// Sixteen hexadecimal digits of FNV-1a over the header: enough to tell a person's tokens apart, too little to guess one from.
    private init(authorization: String) {
        name = "token-" + String(FNV1a.hash64(authorization.utf8), radix: 16)
    }
}
