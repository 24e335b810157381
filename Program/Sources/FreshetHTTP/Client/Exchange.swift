import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import Platform

/// The first address of a request, and its place in that host's queue.
struct Beginning: Sendable {
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
    func begin(_ request: HTTPRequest) throws(HTTPError) -> Beginning {
        guard let url = request.url else {
            throw .invalidURL("\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")")
        }
        var headers = request.headerFields
        if headers[.userAgent] == nil { headers[.userAgent] = configuration.userAgent }
        if headers[.acceptEncoding] == nil { headers[.acceptEncoding] = ContentDecoder.accepted }
        let target = try Redirect(request.method, url, headers)
        return Beginning(target: target, ticket: gate.ticket(for: target.origin))
    }

    /// Makes the request and follows redirects.
    ///
    /// Time in a host's queue doesn't count.
    func reply(to request: HTTPRequest, _ beginning: Beginning) async throws -> HTTPReply {
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
