import Freshet
import FreshetHTTP

extension GitHub {
    /// The rate limits by part of the API: `core`, `search`, ….
    ///
    /// This request doesn't count against them.
    package func allowances() -> Single<[String: Allowance]> {
        .deferred {
            reply(try baseURL.endpoint("rate_limit"), about: .other).map { try $0.decoded(as: Response.self).resources }
        }
    }

    private struct Response: Decodable {
        let resources: [String: Allowance]
    }
}
