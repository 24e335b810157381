import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import Platform
import Synchronization

/// The first address of a request, and its place in that host's queue.
struct AdmittedRequest: Sendable {
    let target: Redirect
    let ticket: HostGate.Ticket
}

/// A request and its response, including redirects.
struct Exchange: Sendable {
    let connections: ConnectionPool
    let configuration: HTTPClient.Configuration
    let limits: HTTPClient.Limits
    let gate: HostGate
    let resolver: HostResolver
    let bounds: RequestBounds
    /// The body to send.
    var body: Data?
    /// Counts each request that is sent.
    var count: RequestCount?

    /// Takes a place in the host's queue, which `reply(to:_:)` releases.
    func begin(_ request: HTTPRequest) throws(HTTPError) -> AdmittedRequest {
        guard let url = request.url else {
            throw .invalidURL("\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")")
        }
        var headers = request.headerFields
        if headers[.userAgent] == nil { headers[.userAgent] = configuration.userAgent }
        if headers[.acceptEncoding] == nil { headers[.acceptEncoding] = ContentDecoder.accepted }
        let target = try Redirect(request.method, url, headers)
        return AdmittedRequest(target: target, ticket: gate.ticket(for: target.origin))
    }

    /// Makes the request and follows redirects.
    ///
    /// Time in a host's queue doesn't count.
    func reply(to request: HTTPRequest, _ beginning: AdmittedRequest) async throws -> HTTPReply {
        var redirect = beginning.target
        var timeLeft = limits.whole
        var (movedTo, isForGood): (URL?, Bool) = (nil, true)
        var cookies = RedirectCookies()
        let rule = AddressRule(bounds, for: redirect, resolver, configuration.proxies)
        for hop in 0...configuration.maximumRedirects {
            let ticket = hop == 0 ? beginning.ticket : gate.ticket(for: redirect.origin)
            let (response, isPrivate, time) = try await gate.pass(ticket) { [redirect, timeLeft, cookies] in
                try await ask(redirect, cookies, rule, within: timeLeft)
            }
            timeLeft -= time
            if let next = try redirect.next(response.status, response.headers) {
                cookies.take(response.headers, from: redirect, at: configuration.now())
                redirect = next
                isForGood = isForGood && [301, 308].contains(response.status.code)
                if isForGood { movedTo = next.url }
                continue
            }
            let check = StatusCheck(url: redirect.url, now: configuration.now())
            if let error = check.error(response.status, response.headers, response.body) { throw error }
            return HTTPReply(
                request: request, url: redirect.url, movedTo: movedTo,
                isPrivate: isPrivate, status: response.status, headers: response.headers, body: response.body)
        }
        throw HTTPError.tooManyRedirects(beginning.target.url, limit: configuration.maximumRedirects)
    }

    private func ask(
        _ target: Redirect, _ cookies: RedirectCookies, _ rule: AddressRule, within time: Duration
    ) async throws -> (ClientResponse, isPrivate: Bool, Duration) {
        guard let client = connections.client(for: target.url, rule.reach(of: target)) else {
            throw HTTPError.unreachable(target.url, cause: "the client is closed")
        }
        let begin = ContinuousClock.now
        let (response, isPrivate) = try await Deadline.within(
            time, on: client.eventLoopGroup.any(), orThrow: HTTPError.timedOut(target.url, phase: .whole)
        ) {
            try await rule.check(target)
            let response = try await ask(target, cookies.added(to: target), client)
            return (response, try await rule.isFromPrivateNetwork(target))
        }
        return (response, isPrivate, ContinuousClock.now - begin)
    }

    private func ask(
        _ target: Redirect, _ headers: HTTPFields, _ client: AsyncHTTPClient.HTTPClient
    ) async throws -> ClientResponse {
        var request = HTTPClientRequest(url: target.url.absoluteString)
        request.method = .RAW(value: target.method.rawValue)
        for field in headers where field.name != .cookie {
            request.headers.add(name: field.name.rawName, value: field.value)
        }
        // One field: HTTP/1.1 doesn't allow several (RFC 6265, 5.4).
        if let cookie = headers[.cookie] { request.headers.add(name: "Cookie", value: cookie) }
        // A redirect may have made it a GET.
        if let body, target.method == .post || target.method == .put { request.body = .bytes(ByteBuffer(bytes: body)) }
        let response: HTTPClientResponse
        do {
            count?.add()
            // This timeout ends when the response begins.
            response = try await client.execute(request, deadline: .now() + TimeAmount(limits.firstByte))
        } catch {
            try Task.checkCancellation()
            throw HTTPError(connecting: error, to: target.url)
        }
        return try await ClientResponse(
            response, to: target.method, from: target.url, limit: limits.body, readsPosted: bounds.readsPostedReply)
    }
}

/// A response with the useful part of its body.
struct ClientResponse: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: Data

    /// The part of an error's body that is read for its message; the same of a redirect's, so that its connection can be reused.
    private static let shortBody = 64 * 1024

    /// - Parameter readsPosted: true to read the body of a successful response to a `POST`.
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

/// Runs work with a timeout.
enum Deadline {
    /// The result of `work`; throws `error` if it took longer than `duration`.
    ///
    /// Cancels work that takes too long and waits for it, so it must respond to cancellation. The timer is the event loop's, which
    /// frees it on cancellation; a sleeping task would stay in memory.
    static func within<Value: Sendable>(
        _ duration: Duration, on loop: any EventLoop, orThrow error: HTTPError,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let isOver = Flag()
        let task = Task { try await work() }
        let timer = loop.scheduleTask(in: TimeAmount(duration)) {
            isOver.raise()
            task.cancel()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            do { return try await task.value } catch let failure { throw isOver.isRaised ? error : failure }
        } onCancel: {
            task.cancel()
        }
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)

        var isRaised: Bool { value.load(ordering: .acquiring) }

        func raise() { value.store(true, ordering: .releasing) }
    }
}

extension TimeAmount {
    /// The duration for NIO, at most 31 years.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = min(duration, .seconds(1_000_000_000)).components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
