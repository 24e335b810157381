import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

/// Answers each request with the same body.
struct CannedReply: HTTPTransport {
    let body: Data

    init(_ bytes: [UInt8]) { body = Data(bytes) }

    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        guard let url = request.url else { return .error(HTTPError.invalidURL("")) }
        return .just(HTTPReply(request: request, url: url, status: .ok, headers: [:], body: body))
    }
}

extension ObservableConvertibleType {
    /// Runs the stream, which delivers immediately, and drops its elements.
    func run() { asObservable().subscribe(onError: { _ in }).dispose() }
}
