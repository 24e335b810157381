internal import Freshet
internal import FreshetHTTP
internal import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension HackerNews {
    /// Asks for the path under the API's address and reads the answer.
    func answer<Answer: Decodable & Sendable>(
        _ path: String, as type: Answer.Type, _ purpose: RequestPurpose
    ) -> Single<Answer> {
        .deferred {
            var text = baseURL.absoluteString
            while text.hasSuffix("/") { text.removeLast() }
            text += "/" + path
            guard let url = URL(string: text) else { throw HTTPError.invalidURL(text) }
            let request = HTTPRequest(get: url, headers: [.accept: "application/json"])
            return transport.response(for: request, purpose: purpose).map { try $0.decoded(as: type) }
        }
    }
}
