import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import Testing

@Suite("A request that is redirected")
struct RedirectedRequestTests {
    @Test("A redirected request ignores the new address's user, password and fragment")
    func userInfo() async throws {
        try await withRawServer { connection in
            if connection.head.contains(" /end ") { return connection.answer() }
            connection.answer(302, ["Location": "http://eve:secret@127.0.0.1:\(connection.head.port)/end#part"])
        } _: { server in
            let reply = try await HTTPClient().rx.response(for: HTTPRequest(get: server.url())).value
            #expect(reply.url == server.url("/end"))
            #expect(server.heads.allSatisfy { !$0.lowercased().contains("authorization") })
        }
    }

    @Test(
        "A redirected request changes from POST to GET, except for 307 and 308",
        arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func method(status: Int, method: String) async throws {
        try await withRawServer { connection in
            if connection.head.contains(" /end ") { return connection.answer() }
            connection.answer(status, ["Location": "/end"])
        } _: { server in
            var request = HTTPRequest(get: server.url())
            request.method = .post
            _ = try await HTTPClient().rx.response(for: request).value
            #expect(server.heads.last?.hasPrefix(method + " /end ") == true)
        }
    }

    @Test("A redirected request never takes credentials or a cookie to another name of the same machine")
    func credentials() async throws {
        try await withRawServer { connection in
            if connection.head.contains(" /end ") { return connection.answer() }
            connection.answer(302, ["Location": "http://localhost:\(connection.head.port)/end"])
        } _: { server in
            let headers: HTTPFields = [.authorization: "secret", .cookie: "secret", .proxyAuthorization: "secret"]
            _ = try await HTTPClient().reply(
                HTTPRequest(get: server.url(), headers: headers), given: server.url(host: "localhost"))
            #expect(server.heads.map { $0.contains("secret") } == [true, false])
        }
    }
}

extension String {
    /// The port in a request's `Host`.
    fileprivate var port: Int {
        let host = split(separator: "\r\n").first { $0.lowercased().hasPrefix("host:") }
        return host.flatMap { $0.split(separator: ":").last }.flatMap { Int($0) } ?? 0
    }
}
