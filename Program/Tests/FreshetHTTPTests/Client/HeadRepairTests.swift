import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

@Suite("A response with a malformed header", .soon) struct HeadRepairTests {
    /// The replies to as many requests on one connection; each response is sent in these parts.
    private func replies(_ parts: [String], count: Int = 1) async throws -> [HTTPReply] {
        let server = RawServer { connection in for part in parts { connection.send(part) } }
        defer { server.stop() }
        let client = HTTPClient()
        var replies: [HTTPReply] = []
        for _ in 0..<count { replies.append(try await client.reply(HTTPRequest(get: server.url()))) }
        return replies
    }

    @Test(
        "A response with a malformed header is read",
        arguments: [
            "HTTP/1.1 200 OK\nX-A: b c\nContent-Length: 4\n\n",
            "HTTP/1.1 200 OK\r\nX-A: b\r\n c\r\nContent-Length: 4\r\n\r\n",
            "HTTP/1.1 200 OK\r\nX-A:\r\n\tb\r\n  c\r\nContent-Length: 4\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nX-A: b c\r\nContent-Length: 4\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 4, 4\r\nX-A: b c\r\n\r\n",
            "HTTP/1.1 200 OK\r\nX-A : b c\r\nContent-Length : 4\r\n\r\n",
            "HTTP/1.1 200 OK\r\n<br />\r\nX (y): z\r\nX-A: b c\r\nContent-Length: 4\r\n\n",
            "HTTP/1.1 100 Continue\n\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 200 OK\nX-A: b c\nContent-Length: 4\n\n",
        ])
    func read(head: String) async throws {
        let name = try #require(HTTPField.Name("X-A"))
        for parts in [[head + "body"], [head, "bo", "dy"], (head + "body").map(String.init)] {
            let replies = try await replies(parts, count: 2)
            #expect(replies.map { String(decoding: $0.body, as: UTF8.self) } == ["body", "body"])
            #expect(replies.map { $0.headers[name] } == ["b c", "b c"])
        }
    }

    @Test("A response may have a length beside chunks, which count")
    func chunks() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 999\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try await replies([head, "4\r\nbody\r\n0\r\n\r\n"], count: 2).map(\.body.count) == [4, 4])
    }

    @Test("A header passes through in UTF-8, as its body does with empty lines")
    func unchanged() async throws {
        let body = "a\n\nHTTP/1.1 200 OK\r\n\r\n: \n b"
        let reply = try await replies([
            "HTTP/1.1 200 OK\r\nETag: \"é\"\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
        ])[0]
        #expect(String(decoding: reply.body, as: UTF8.self) == body && reply.headers[.eTag] == "\"é\"")
    }

    @Test(
        "A response that can't be repaired is refused with the true reason",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nbody", "its header isn't valid"),
            ("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nbody", "its header isn't valid"),
            ("SSH-2.0-OpenSSH_9.6\r\n", "it isn't HTTP"),
        ])
    func refused(response: String, words: String) async throws {
        let server = RawServer { $0.send(response) }
        defer { server.stop() }
        let error = try await HTTPClient().failure(HTTPRequest(get: server.url()))
        #expect(error.description.contains(words))
    }

    @Test("The size of a header is limited") func size() async throws {
        let server = RawServer { connection in
            connection.send("HTTP/1.1 200 OK\n")
            for _ in 0..<100 where !connection.isOver {
                connection.send("X-A: " + String(repeating: "x", count: 1000) + "\n")
            }
        }
        defer { server.stop() }
        #expect(try await HTTPClient().failure(HTTPRequest(get: server.url())).kind == "tooLarge")
    }
}
