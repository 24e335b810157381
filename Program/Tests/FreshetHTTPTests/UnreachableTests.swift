import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Testing

@Suite("Requests that get no answer", .soon) struct UnreachableTests {
    @Test("A refused connection is reported as unreachable") func refused() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(try SampleUpstreams.unusedPort())/"))
        let error = try await HTTPClient().failure(HTTPRequest(get: url))
        #expect(error == .unreachable(url, cause: .refused))
    }

    @Test("An unknown host is unreachable, and the error names it") func unknownHost() async throws {
        let url = try #require(URL(string: "http://nobody.invalid/"))
        let error = try await HTTPClient().failure(HTTPRequest(get: url))
        #expect(error == .unreachable(url, cause: .unknownHost))
    }

    @Test("An https request to a port with plain HTTP fails as an insecure connection") func plainPort() async throws {
        try await withSample { sample, client in
            let url = try #require(URL(string: "https://127.0.0.1:\(sample.port)/"))
            let error = try await client.failure(HTTPRequest(get: url))
            #expect(error == .tls(url, cause: "wrong version number"))
        }
    }

    @Test("A server that closes during the handshake fails as insecure") func closedHandshake() async throws {
        let listener = try Listener(answer: "")
        let url = try #require(URL(string: "https://127.0.0.1:\(listener.port)/"))
        let error = try await HTTPClient().failure(HTTPRequest(get: url))
        #expect(error == .tls(url, cause: "the server closed the connection"))
    }

    @Test("An unanswered handshake times out while connecting") func connectTimeout() async throws {
        let listener = try Listener(answer: nil)
        let url = try #require(URL(string: "https://127.0.0.1:\(listener.port)/"))
        let client = HTTPClient(configuration: .init(limits: .init(connect: .milliseconds(100))))
        let error = try await client.failure(HTTPRequest(get: url))
        #expect(error == .timedOut(url, phase: .connect))
    }

    @Test("An answer that isn't HTTP can't be read") func noHTTP() async throws {
        let listener = try Listener(answer: "SSH-2.0-OpenSSH_9.6\r\n")
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
        let error = try await HTTPClient().failure(HTTPRequest(get: url))
        #expect(error == .undecodable(url, codingPath: "", problem: "it isn't HTTP", body: ""))
    }

    @Test(
        "Requests need http or https and a host", arguments: ["ftp://127.0.0.1/", "file:///etc/hosts", "mailto:a@b"])
    func invalidAddress(_ text: String) async throws {
        let error = try await HTTPClient().failure(HTTPRequest(get: try #require(URL(string: text))))
        #expect(error.kind == "invalidURL")
    }
}
