import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One request and its answer, redirects included.
struct Exchange: Sendable {
    let client: AsyncHTTPClient.HTTPClient
    let configuration: HTTPClient.Configuration
    let limits: HTTPClient.Limits
    let gate: HostGate

    func reply(to request: HTTPRequest) async throws -> HTTPReply {
        guard let start = request.url else {
            throw HTTPError.invalidURL("\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")")
        }
        return try await Deadline.within(limits.whole, orThrow: HTTPError.timedOut(start, phase: .whole)) {
            try await follow(request, from: start)
        }
    }

    /// Asks, and goes on asking where the answer leads.
    private func follow(_ request: HTTPRequest, from start: URL) async throws -> HTTPReply {
        var redirect = Redirect(url: start, headers: request.headerFields)
        if redirect.headers[.userAgent] == nil { redirect.headers[.userAgent] = configuration.userAgent }
        for _ in 0...configuration.maximumRedirects {
            let (url, headers) = (redirect.url, redirect.headers)
            guard url.scheme == "http" || url.scheme == "https", let host = url.host(), !host.isEmpty else {
                throw HTTPError.invalidURL(url.absoluteString)
            }
            let answer = try await gate.pass(url.site) { try await ask(request.method, url, headers) }
            if let next = try redirect.next(answer.status, answer.headers) {
                redirect = next
                continue
            }
            if let error = StatusCheck(url: url, now: Date()).error(answer.status, answer.headers, answer.body) {
                throw error
            }
            return HTTPReply(
                request: request, url: url, status: answer.status, headers: answer.headers, body: answer.body)
        }
        throw HTTPError.tooManyRedirects(start, limit: configuration.maximumRedirects)
    }

    private func ask(
        _ method: HTTPRequest.Method, _ url: URL, _ headers: HTTPFields
    ) async throws -> (status: HTTPResponse.Status, headers: HTTPFields, body: Data) {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .RAW(value: method.rawValue)
        for field in headers { request.headers.add(name: field.name.rawName, value: field.value) }
        let response: HTTPClientResponse
        do {
            let asked = request
            response = try await Deadline.within(limits.firstByte, orThrow: HTTPError.timedOut(url, phase: .firstByte))
            {
                // Its own deadline is only there because it asks for one.
                try await client.execute(asked, deadline: .now() + TimeAmount(limits.whole))
            }
        } catch {
            throw HTTPError(connecting: error, to: url)
        }
        var fields = HTTPFields()
        for (name, value) in response.headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        let status = HTTPResponse.Status(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase)
        return (status, fields, try await body(of: response, from: url, isRead: !Redirect.isOne(status)))
    }

    /// The body to its last byte. That of a redirect is of no use and is not waited for.
    private func body(of response: HTTPClientResponse, from url: URL, isRead: Bool) async throws -> Data {
        var body = Data()
        guard isRead else { return body }
        do {
            for try await chunk in response.body {
                guard body.count + chunk.readableBytes <= limits.body else {
                    throw HTTPError.tooLarge(url, limit: limits.body)
                }
                body.append(contentsOf: chunk.readableBytesView)
            }
        } catch {
            throw HTTPError(reading: error, after: body.count, from: url)
        }
        return body
    }
}
