import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import Platform

/// A response with the useful part of its body.
struct ClientResponse: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: Data

    /// The part of an error's body that is read for its message; the same of a redirect's, so that its connection can be reused.
    private static let shortBody = 64 * 1024

    /// - Parameter readsPosted: whether the body of a successful response to a `POST` is read.
    init(
        _ response: HTTPClientResponse, to method: HTTPRequest.Method, from url: URL, limit: Int, readsPosted: Bool
    ) async throws {
        // The standard reason phrase: the server's own may be anything.
        let reason = HTTPResponseStatus(statusCode: Int(response.status.code)).reasonPhrase
        status = HTTPResponse.Status(code: Int(response.status.code), reasonPhrase: reason)
        var headers = HTTPFields()
        for (name, value) in response.headers {
            if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
        }
        self.headers = headers
        if status.kind == .successful, method == .post, !readsPosted {
            body = Data()
        } else if status.kind == .successful, method != .head, status != .noContent {
            let length = headers[.contentEncoding] == nil ? headers[.contentLength].flatMap { Int($0) } : nil
            if let length, length > limit { throw HTTPError.tooLarge(url, limit: limit) }
            let decoder = try ContentDecoder(headers[.contentEncoding], from: url)
            body = try await Self.body(of: response, decoder, from: url, limit: limit)
        } else if Redirect.isOne(status), !Self.isShort(headers) {
            body = Data()
        } else {
            body = try await Self.beginning(of: response, headers[.contentEncoding], from: url)
        }
        try Task.checkCancellation()
    }

    private static func isShort(_ headers: HTTPFields) -> Bool {
        headers[.contentLength].flatMap { Int($0) }.map { $0 <= shortBody } ?? false
    }

    /// The complete body.
    private static func body(
        of response: HTTPClientResponse, _ decoder: ContentDecoder?, from url: URL, limit: Int
    ) async throws -> Data {
        var body = Data()
        do {
            for try await chunk in response.body {
                // A chunk may be a thousand times its size, so the limit applies during decompression.
                if let decoder {
                    try decoder.decode(chunk, to: &body, limit: limit)
                    continue
                }
                guard body.count + chunk.readableBytes <= limit else { throw HTTPError.tooLarge(url, limit: limit) }
                body.append(contentsOf: chunk.readableBytesView)
            }
            try decoder?.finish()
        } catch {
            try Task.checkCancellation()
            throw HTTPError(reading: error, after: body.count, limit: limit, from: url)
        }
        return body
    }

    /// The beginning of the body of an error response; an interruption doesn't matter.
    ///
    /// Nor does an empty body that the header declares as compressed, as in responses to HEAD and in 304s.
    private static func beginning(
        of response: HTTPClientResponse, _ codings: String?, from url: URL
    ) async throws -> Data {
        var body = Data()
        do {
            let decoder = try ContentDecoder(codings, from: url)
            for try await chunk in response.body {
                if let decoder {
                    try decoder.decode(chunk, to: &body, limit: shortBody)
                    continue
                }
                body.append(contentsOf: chunk.readableBytesView.prefix(shortBody - body.count))
                if body.count >= shortBody { break }
            }
        } catch {
            try Task.checkCancellation()
        }
        return body
    }
}
