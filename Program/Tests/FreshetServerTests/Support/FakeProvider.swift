import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import Synchronization

@testable import FreshetServer

/// An OpenID provider whose responses a test changes.
final class FakeProvider: Sendable {
    static let issuer = "https://provider.example"
    static let clientID = "freshet client"
    static let secret = "s3cret of + the client"
    static let first = SigningKey(.rsa, id: "first")
    static let second = SigningKey(.rsa, id: "second")
    static let curve = SigningKey(.p256, id: "curve")

    struct State {
        var isDown = false
        var issuer = FakeProvider.issuer
        var key = FakeProvider.first
        var published = [FakeProvider.first]
        /// The user who signs in.
        var claims: [String: any Sendable] = ["sub": "user-1"]
        /// Claims at the `userinfo_endpoint`.
        var more: [String: any Sendable] = [:]
        /// Changes the claims of the ID token.
        var change: @Sendable (inout [String: any Sendable]) -> Void = { _ in }
        /// The head of the ID token; nil for the usual one.
        var head: [String: String]?
        /// Signs in place of the key.
        var sign: (@Sendable (Data) -> Data)?
        var methods = ["client_secret_basic"]
        /// The nonce and the challenge of each code that wasn't exchanged yet.
        var codes: [String: (nonce: String, challenge: String)] = [:]
        /// The paths of the requests, and the forms.
        var requests: [(path: String, authorization: String?, form: String)] = []
        var now = Date()
    }

    let state = Mutex(State())

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    func count(_ path: String) -> Int { state.withLock { $0.requests.count { $0.path == path } } }

    /// The user agrees: the query with which the browser comes back from an address of the provider.
    func agree(to address: String, code: String = UUID().uuidString) -> String {
        let query = Self.query(address)
        state.withLock { $0.codes[code] = (query["nonce"] ?? "", query["code_challenge"] ?? "") }
        return "code=\(code)&state=\(query["state"] ?? "")"
    }

    static func query(_ address: String) -> [String: String] {
        let items = URLComponents(string: address)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    fileprivate func reply(to request: HTTPRequest, _ form: String) -> Result<Any, HTTPError> {
        state.withLock { state in
            let (path, url) = (request.path ?? "", URL(string: Self.issuer + (request.path ?? ""))!)
            state.requests.append((path, request.headerFields[.authorization], form))
            if state.isDown { return .failure(.unreachable(url, cause: .refused)) }
            switch path {
            case "/.well-known/openid-configuration":
                return .success([
                    "issuer": state.issuer, "authorization_endpoint": Self.issuer + "/authorize",
                    "token_endpoint": Self.issuer + "/token", "jwks_uri": Self.issuer + "/keys",
                    "userinfo_endpoint": Self.issuer + "/userinfo",
                    "token_endpoint_auth_methods_supported": state.methods,
                ])
            case "/keys": return .success(["keys": state.published.map(\.published)])
            case "/userinfo": return .success(["sub": state.claims["sub"] ?? ""].merging(state.more) { $1 })
            case "/token":
                let fields = Self.query("?" + form)
                guard let code = fields["code"], let known = state.codes.removeValue(forKey: code),
                    Data((fields["code_verifier"] ?? "").utf8).sha256.base64URL == known.challenge
                else {
                    let refusal = #"{"error":"invalid_grant","error_description":"the code is unknown"}"#
                    return .failure(.status(url, .badRequest, body: refusal))
                }
                return .success(["access_token": "access", "id_token": Self.token(state, known.nonce)])
            default: return .failure(.status(url, .notFound, body: ""))
            }
        }
    }

    private static func token(_ state: State, _ nonce: String) -> String {
        var claims = state.claims.merging([
            "iss": issuer, "aud": clientID, "nonce": nonce, "iat": state.now.timeIntervalSince1970,
            "exp": state.now.timeIntervalSince1970 + 300,
        ]) { $1 }
        state.change(&claims)
        let head = state.head ?? ["alg": state.key.algorithm, "kid": state.key.id]
        let message = [head as Any, claims as Any].map { part in
            // Both are made of texts, numbers and lists.
            try! JSONSerialization.data(withJSONObject: part).base64URL
        }.joined(separator: ".")
        let sign = state.sign ?? { [key = state.key] in key.signature(of: $0) }
        return message + "." + sign(Data(message.utf8)).base64URL
    }
}

/// Sends requests to the fake provider, and others on.
struct FakeProviderTransport: HTTPTransport {
    let provider: FakeProvider
    let rest: any HTTPTransport

    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        guard request.authority == "provider.example" else { return rest.response(for: request, purpose: purpose) }
        return .deferred {
            let form = String(decoding: purpose.body ?? Data(), as: UTF8.self)
            let body = try JSONSerialization.data(withJSONObject: try provider.reply(to: request, form).get())
            return .just(
                HTTPReply(
                    request: request, url: URL(string: FakeProvider.issuer)!, status: .ok, headers: [:], body: body))
        }
    }
}
