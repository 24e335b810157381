public import Freshet
internal import FreshetHTTP

extension GitHub {
    /// What may still be asked, by the part of the API: `core`, `search`, ….
    ///
    /// Asking this costs nothing of it.
    public func allowances() -> Single<[String: Allowance]> {
        .deferred {
            reply(try address("rate_limit"), about: .other).map { try $0.decoded(as: Answer.self).resources }
        }
    }

    private struct Answer: Decodable {
        let resources: [String: Allowance]
    }
}
