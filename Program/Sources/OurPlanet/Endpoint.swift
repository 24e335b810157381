internal import Freshet
internal import FreshetHTTP
internal import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension EONET {
    /// An address under the API's; names and values in `query` need no encoding.
    func address(_ path: String, _ query: [(name: String, value: String)] = []) throws -> URL {
        var text = baseURL.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        text += "/" + path
        if !query.isEmpty { text += "?" + query.map { "\($0.name)=\($0.value)" }.joined(separator: "&") }
        guard let url = URL(string: text) else { throw HTTPError.invalidURL(text) }
        return url
    }

    /// Asks, with patience.
    func reply(_ url: URL, _ purpose: RequestPurpose = .other, validators: Validators? = nil) -> Single<HTTPReply> {
        var headers: HTTPFields = [.accept: "application/json"]
        validators?.apply(to: &headers)
        return transport.response(for: HTTPRequest(get: url, headers: headers), purpose: purpose)
    }
}
