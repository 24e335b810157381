import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import Testing

@Suite("Connections")
struct KeptConnectionTests {
    @Test("Connections are kept for the next request")
    func areKept() async throws {
        try await withRawServer {
            $0.answer(200, [:], "1")
        } _: { server in
            let client = HTTPClient()
            for _ in 0..<4 { _ = try await client.rx.data(for: HTTPRequest(get: server.url())).value }
            #expect(server.heads.count == 4 && server.open == 1)
        }
    }

    @Test("Connections close with the client and its streams")
    func go() async throws {
        try await withRawServer {
            $0.answer(200, [:], "1")
        } _: { server in
            _ = try await HTTPClient().rx.data(for: HTTPRequest(get: server.url())).value
            try await wait(until: "the server sees them go") { server.open == 0 }
        }
    }

    @Test("Connections aren't blocked by decoding")
    func areLeftAlone() async throws {
        try await withRawServer {
            $0.answer(200, [:], "1")
        } _: { server in
            let name = try await HTTPClient().rx.data(for: HTTPRequest(get: server.url())).map { _ in
                Thread.current.name ?? ""
            }.value
            #expect(!name.contains("NIO"))
        }
    }

    @Test("Connections close if an announced length is too long")
    func announced() async throws {
        try await withRawServer {
            $0.send("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")
        } _: { server in
            let error = await outcome(of: HTTPClient().rx.data(for: HTTPRequest(get: server.url())))
            #expect(error == .tooLarge(server.url(), limit: 16 << 20))
            try await wait(until: "the connection is closed") { server.open == 0 }
        }
    }

    @Test("Connections aren't attempted if the address isn't http or https", arguments: addresses)
    func invalid(text: String) async throws {
        let error = await outcome(of: HTTPClient().rx.data(for: HTTPRequest(get: URL(string: text)!)))
        guard case .invalidURL = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    private static let addresses = [
        "http:///events", "//127.0.0.1/", "events", "http://127.0.0.1:99999/", "http://127.0.0.1:0/",
    ]
}

@Suite("A conditional request")
struct ConditionalBodyTests {
    @Test("A conditional request whose answer has no body is reported as a status, not as an empty body")
    func notModified() async throws {
        try await withRawServer {
            $0.send("HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n")
        } _: { server in
            let (rx, request) = (HTTPClient().rx, HTTPRequest(get: server.url()))
            let expected = HTTPError.status(server.url(), .notModified, body: "")
            #expect(await outcome(of: rx.data(for: request)) == expected)
            #expect(await outcome(of: rx.decoded(as: [Int].self, for: request)) == expected)
        }
    }
}
