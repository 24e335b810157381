import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

extension EONET {
    /// Requests JSON with validators.
    func reply(_ url: URL, _ purpose: RequestPurpose = .other, validators: Validators? = nil) -> Single<HTTPReply> {
        var headers: HTTPFields = [.accept: "application/json"]
        validators?.apply(to: &headers)
        return transport.response(for: HTTPRequest(get: url, headers: headers), purpose: purpose)
    }
}
