public import Foundation
public import Freshet

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Why a request through ``Freshet/Reactive/response(request:)`` or what is made of it failed; what the session itself reports comes as it is.
public enum RxCocoaURLError: Error, CustomDebugStringConvertible {
    /// Kept for code written for RxCocoa; never raised.
    case unknown
    /// What came is no HTTP response.
    case nonHTTPResponse(response: URLResponse)
    /// The status is not between 200 and 299.
    case httpRequestFailed(response: HTTPURLResponse, data: Data?)
    /// The bytes are not the JSON that was asked for.
    case deserializationError(error: any Error)

    /// A sentence that says what happened.
    public var debugDescription: String {
        switch self {
        case .unknown: "An unspecified error occurred."
        case .nonHTTPResponse(let response):
            "The response of \(response.url?.absoluteString ?? "a request") is not HTTP."
        case .httpRequestFailed(let response, _): "The server answered with status \(response.statusCode)."
        case .deserializationError(let error): "The bytes are not the JSON that was asked for: \(error)"
        }
    }
}

extension Reactive where Base: URLSession {
    /// Makes the request for each subscription, delivers the response with its bytes whatever the status, and completes; disposal cancels it.
    ///
    /// *Runs on* the session's delegate queue. Fails with the session's error, or with ``RxCocoaURLError/nonHTTPResponse(response:)``.
    public func response(request: URLRequest) -> Observable<(response: HTTPURLResponse, data: Data)> {
        let session: URLSession = base
        return .create { observer in
            let task = session.dataTask(with: request) { data, response, error in
                guard let response, let data else { return observer.onError(error ?? URLError(.badServerResponse)) }
                guard let response = response as? HTTPURLResponse else {
                    return observer.onError(RxCocoaURLError.nonHTTPResponse(response: response))
                }
                observer.onNext((response: response, data: data))
                observer.onCompleted()
            }
            task.resume()
            return Disposables.create { task.cancel() }
        }
    }

    /// The bytes of a response with a status from 200 to 299; fails with ``RxCocoaURLError/httpRequestFailed(response:data:)`` at another.
    public func data(request: URLRequest) -> Observable<Data> {
        response(request: request).map { pair in
            guard 200..<300 ~= pair.response.statusCode else {
                throw RxCocoaURLError.httpRequestFailed(response: pair.response, data: pair.data)
            }
            return pair.data
        }
    }

    /// The JSON object that the bytes stand for; fails with ``RxCocoaURLError/deserializationError(error:)`` if they stand for none.
    public func json(request: URLRequest, options: JSONSerialization.ReadingOptions = []) -> Observable<Any> {
        data(request: request).map { data in
            do {
                return try JSONSerialization.jsonObject(with: data, options: options)
            } catch {
                throw RxCocoaURLError.deserializationError(error: error)
            }
        }
    }

    /// The object that the answer to a GET of `url` stands for; completes and fails as ``json(request:options:)`` does.
    public func json(url: URL) -> Observable<Any> { json(request: URLRequest(url: url)) }
}
