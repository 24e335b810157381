public import Foundation
public import Freshet

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The errors of ``Freshet/Reactive/response(request:)`` and the functions built on it.
///
/// The session's own errors are delivered unchanged.
public enum RxCocoaURLError: Error, CustomDebugStringConvertible {
    /// Exists for source compatibility with RxCocoa; never raised.
    case unknown
    /// The response isn't an HTTP response.
    case nonHTTPResponse(response: URLResponse)
    /// The status isn't between 200 and 299.
    case httpRequestFailed(response: HTTPURLResponse, data: Data?)
    /// The data isn't valid JSON.
    case deserializationError(error: any Error)

    /// A sentence that describes the error.
    public var debugDescription: String {
        switch self {
        case .unknown: "An unspecified error occurred."
        case .nonHTTPResponse(let response):
            "The response from \(response.url?.absoluteString ?? "the server") isn't an HTTP response."
        case .httpRequestFailed(let response, _): "The server responded with status \(response.statusCode)."
        case .deserializationError(let error): "The data isn't valid JSON: \(error)"
        }
    }
}

extension Reactive where Base: URLSession {
    /// Sends the request for each subscription and delivers the response, regardless of its status.
    ///
    /// Disposal cancels the request.
    /// - Ends: after the response; fails with the session's error or ``RxCocoaURLError/nonHTTPResponse(response:)``.
    /// - Runs on: the session's delegate queue.
    /// - Keeps: the data until the response is complete.
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

    /// Delivers the data of a response with a status from 200 to 299.
    ///
    /// Another status fails with ``RxCocoaURLError/httpRequestFailed(response:data:)``.
    /// - Ends: after the response; fails with an error of ``response(request:)`` or for another status.
    /// - Runs on: the session's delegate queue.
    /// - Keeps: the data until the response is complete.
    public func data(request: URLRequest) -> Observable<Data> {
        response(request: request).map { pair in
            guard 200..<300 ~= pair.response.statusCode else {
                throw RxCocoaURLError.httpRequestFailed(response: pair.response, data: pair.data)
            }
            return pair.data
        }
    }

    /// Delivers the response's JSON object.
    ///
    /// Invalid JSON fails with ``RxCocoaURLError/deserializationError(error:)``.
    /// - Ends: after the response; fails with an error of ``data(request:)`` or for invalid JSON.
    /// - Runs on: the session's delegate queue.
    /// - Keeps: the data until the response is complete.
    public func json(request: URLRequest, options: JSONSerialization.ReadingOptions = []) -> Observable<Any> {
        data(request: request).map { data in
            do {
                return try JSONSerialization.jsonObject(with: data, options: options)
            } catch {
                throw RxCocoaURLError.deserializationError(error: error)
            }
        }
    }

    /// Delivers the JSON object at `url`, requested with GET; see ``json(request:options:)``.
    public func json(url: URL) -> Observable<Any> { json(request: URLRequest(url: url)) }
}
