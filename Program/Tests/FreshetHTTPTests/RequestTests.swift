import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Testing

@Suite("Requests and replies", .soon) struct RequestTests {
    @Test("The user agent is the request's, or else the client's") func userAgent() async throws {
        try await withSample(client: .init(userAgent: "harbour/1")) { sample, client in
            _ = try await client.reply(sample.get(list))
            _ = try await client.reply(sample.get(list, [.userAgent: "own/2"]))
            #expect(sample.control.requests.map { $0.headers["user-agent"] } == ["harbour/1", "own/2"])
        }
    }

    @Test("Gzip is requested, and the body is decoded") func gzip() async throws {
        var configuration = SampleUpstreams.Configuration(start: Date(timeIntervalSince1970: 1_790_000_000))
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        configuration.clock = { now }
        var bodies: [Data] = []
        for usesGzip in [false, true] {
            configuration.usesGzip = usesGzip
            try await withSample(configuration) { sample, client in
                let reply = try await client.reply(sample.get(list))
                #expect((reply.headers[.contentEncoding] == "gzip") == usesGzip)
                #expect(sample.control.requests[0].headers["accept-encoding"]?.contains("gzip") == true)
                bodies.append(reply.body)
            }
        }
        #expect(bodies[0] == bodies[1])
    }

    @Test("HEAD gets only the headers, even if they announce a compressed body") func head() async throws {
        let listener = try Listener(answer: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 50\r\n\r\n")
        var request = HTTPRequest(get: try #require(URL(string: "http://127.0.0.1:\(listener.port)/")))
        request.method = .head
        let reply = try await HTTPClient().reply(request)
        #expect(reply.status == .ok && reply.body.isEmpty)
    }

    @Test(
        "The body of a successful response to POST is read, within its limit, only if the bounds ask for it",
        arguments: [(false, ""), (true, "hello")])
    func posted(isRead: Bool, body: String) async throws {
        let listener = try Listener(answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        var request = HTTPRequest(get: try #require(URL(string: "http://127.0.0.1:\(listener.port)/")))
        request.method = .post
        var bounds = RequestBounds(body: 5)
        bounds.readsPostedReply = isRead
        func purpose(_ bounds: RequestBounds) -> RequestPurpose { .other.bounded(bounds).sending(Data("x".utf8)) }
        let reply = try await HTTPClient().response(for: request, purpose: purpose(bounds)).value
        #expect(reply.body == Data(body.utf8))
        guard isRead else { return }
        bounds.body = 4
        let error = try await failure(of: HTTPClient().response(for: request, purpose: purpose(bounds)))
        #expect(error.kind == "tooLarge")
    }

    @Test(
        "An address is unchanged in a request",
        arguments: [
            "https://api.github.com/repos/a/b/events?per_page=100&page=2", "http://127.0.0.1:8080/",
            "http://[::1]:8080/a",
            "https://example.org/%C3%A9%20a/?q=a%2Bb+c", "http://example.org:8080/a/", "https://example.org/a?",
            "http://example.org/a//b",
        ]) func address(_ text: String) throws
    {
        #expect(HTTPRequest(get: try #require(URL(string: text))).url?.absoluteString == text)
    }

    @Test("A request leaves out the address's user, password and fragment, and has a path") func trimmed() throws {
        let url = try #require(URL(string: "https://me:secret@Example.org?q=1#part"))
        #expect(HTTPRequest(get: url).url?.absoluteString == "https://Example.org/?q=1")
    }
}

@Suite("Connections", .soon) struct ConnectionTests {
    @Test(
        "Connections are reused after any answer that ends",
        arguments: ["200 OK", "404 Not Found", "503 Service Unavailable", "302 Found"])
    func reuse(_ status: String) async throws {
        let listener = try Listener(
            answer: "HTTP/1.1 \(status)\r\nLocation: /on\r\nContent-Length: 5\r\n\r\nhello", isKept: true)
        let request = HTTPRequest(get: try #require(URL(string: "http://127.0.0.1:\(listener.port)/")))
        let client = HTTPClient()
        for _ in 0..<10 { _ = try? await client.reply(request) }
        // A connection that has just been used may not be back in the pool when the next request is made.
        #expect(listener.connections < 10)
    }

    @Test("Connections aren't opened before the first request, nor after shutdown") func none() async throws {
        let listener = try Listener(answer: "", isKept: true)
        let request = HTTPRequest(get: try #require(URL(string: "http://127.0.0.1:\(listener.port)/")))
        let client = HTTPClient()
        let single = client.rx.data(for: request)
        await client.shutdown()
        let error = try await failure(of: single)
        #expect(error.kind == "unreachable" && listener.connections == 0)
    }
}

@Suite("Conditional requests", .soon) struct ConditionalRequestTests {
    @Test("A 304 is a reply with an empty body and headers") func notModified() async throws {
        try await withSample { sample, client in
            let first = try await client.reply(sample.get(events))
            let validators = try #require(Validators(first.headers))
            var request = sample.get(events)
            validators.apply(to: &request.headerFields)
            let second = try await client.reply(request)
            #expect(second.status == .notModified && second.body.isEmpty)
            #expect(PollInterval(second.headers)?.seconds == 60)
        }
    }

    @Test("A 304 may name an encoding though it has no body") func encoded() async throws {
        try await withSample { sample, client in
            sample.control.fail(list, with: .status(304, headers: ["Content-Encoding": "gzip", "ETag": "\"1\""]))
            let reply = try await client.reply(sample.get(list))
            #expect(reply.status == .notModified && Validators(reply.headers) == Validators(eTag: "\"1\""))
        }
    }

    @Test(
        "Validators go back byte for byte",
        arguments: [
            #"W/"ce68""#, #""a,b;c""#, #""""#, "unquoted", #"W/"\"é\"""#,
        ]) func bytes(_ eTag: String) async throws
    {
        try await withSample { sample, client in
            let date = "Thu, 30 Jul 2026 18:39:08 GMT"
            sample.control.fail(list, with: .status(200, headers: ["ETag": eTag, "Last-Modified": date]), times: 1)
            let validators = try #require(Validators(try await client.reply(sample.get(list)).headers))
            var headers = HTTPFields()
            validators.apply(to: &headers)
            _ = try await client.reply(sample.get(list, headers))
            let sent = try #require(sample.control.requests.last?.headers)
            #expect(sent["if-none-match"] == eTag && sent["if-modified-since"] == date)
        }
    }

    @Test("An answer without validators has none, and none are sent") func none() {
        #expect(Validators([.contentType: "text/plain"]) == nil)
        var headers: HTTPFields = [.accept: "*/*"]
        Validators().apply(to: &headers)
        #expect(headers == [.accept: "*/*"])
    }

    @Test("Validators are kept as JSON") func codable() throws {
        let validators = Validators(eTag: #"W/"1""#, lastModified: nil)
        #expect(try JSONDecoder().decode(Validators.self, from: JSONEncoder().encode(validators)) == validators)
    }

    @Test("Modified content can be transformed, and unmodified content stays unmodified") func conditional() {
        #expect(Conditional.modified(2).map { $0 * 2 } == .modified(4))
        #expect(Conditional<Int>.notModified.map { $0 * 2 } == .notModified)
    }
}
