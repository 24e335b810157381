import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

extension HackerNews {
    /// Requests an endpoint and decodes the response.
    func reply<Reply: Decodable & Sendable>(
        _ path: String, as type: Reply.Type, _ purpose: RequestPurpose
    ) -> Single<Reply> {
        .deferred {
            let request = HTTPRequest(get: try baseURL.endpoint(path), headers: [.accept: "application/json"])
            return transport.response(for: request, purpose: purpose).map { try $0.decoded(as: type) }
        }
    }
}
