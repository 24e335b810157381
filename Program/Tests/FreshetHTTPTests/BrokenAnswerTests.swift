import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Testing

@Suite("Answers that are cut off or don't end", .soon) struct BrokenAnswerTests {
    @Test("A reset in the middle of a body is an interruption with the byte count") func reset() async throws {
        try await withSample { sample, client in
            let whole = try await client.reply(sample.get(list)).body.count
            sample.control.fail(list, with: .resetMidBody)
            let error = try await client.failure(sample.get(list))
            guard case .interrupted(_, let received) = error else { throw error }
            #expect((1..<whole).contains(received))
        }
    }

    @Test("A connection closed without an answer is an interruption after 0 bytes") func closed() async throws {
        try await withSample { sample, client in
            sample.control.fail(list, with: .closeWithoutResponse)
            let error = try await client.failure(sample.get(list))
            #expect(error == .interrupted(sample.url(list), received: 0))
        }
    }

    @Test("A body shorter than its Content-Length is an interruption") func short() async throws {
        let listener = try Listener(answer: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
        let error = try await HTTPClient().failure(HTTPRequest(get: url))
        #expect(error == .interrupted(url, received: 4))
    }

    @Test("An endless body is too large as soon as it exceeds the limit") func endless() async throws {
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        let listener = try Listener(answer: Data(head.utf8) + Data(count: 64 << 20))
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
        let error = try await HTTPClient().failure(HTTPRequest(get: url))
        #expect(error == .tooLarge(url, limit: 16 << 20))
    }

    @Test("A body at the limit is read, one byte more is too large, plain and compressed", arguments: [false, true])
    func limit(isCompressed: Bool) async throws {
        var configuration = SampleUpstreams.Configuration()
        configuration.usesGzip = isCompressed
        try await withSample(configuration) { sample, client in
            let count = try await client.reply(sample.get("/eonet/api/v3/categories")).body.count
            let request = sample.get("/eonet/api/v3/categories")
            let exact = HTTPClient(configuration: .init(limits: .init(body: count)))
            let reply = try await exact.reply(request).body.count
            #expect(reply == count)
            let less = HTTPClient(configuration: .init(limits: .init(body: count - 1)))
            let error = try await less.failure(request)
            #expect(error == .tooLarge(sample.url("/eonet/api/v3/categories"), limit: count - 1))
            let own = client.rx.response(for: request, limits: .init(body: count - 1))
            let error2 = try await failure(of: own)
            #expect(error2.kind == "tooLarge")
        }
    }

    @Test("A gzip bomb is refused while it is decompressed, within bounded memory") func bomb() async throws {
        try await withSample { sample, client in
            _ = try await client.reply(sample.get(list))
            sample.control.fail(list, with: .gzipBomb)
            let before = try Memory.peak()
            for _ in 0..<3 {
                let error = try await client.failure(sample.get(list))
                #expect(error == .tooLarge(sample.url(list), limit: 16 << 20))
            }
            // Three bombs are 681 MB; other tests run at the same time.
            let after = try Memory.peak()
            #expect(after - before < 128 << 20)
        }
    }

    @Test(
        "Gzip that is damaged or cut off can't be read",
        arguments: [[0x1f, 0x8b, 8, 0], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]])
    func damaged(_ bytes: [UInt8]) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n"
        let listener = try Listener(answer: Data(head.utf8) + Data(bytes))
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
        let error = try await HTTPClient().failure(HTTPRequest(get: url))
        #expect(error == .undecodable(url, codingPath: "", problem: "its compression is damaged", body: ""))
    }

    @Test(
        "Gzip and deflate are read under each name and in each form",
        arguments: [
            ("x-gzip", gzip), ("GZIP", gzip), ("gzip, gzip", gzip), ("gzip", gzip + gzip), ("gzip", gzip + [0, 0]),
            ("deflate", [0x78, 0x9c, 0xab, 0, 0, 0, 0x79, 0, 0x79]), ("deflate", [0xab, 0, 0]), ("deflate", gzip),
            ("utf-8", [0x78]), ("identity", [0x78]),
        ] as [(String, [UInt8])])
    func forms(coding: String, bytes: [UInt8]) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n"
        let listener = try Listener(answer: Data(head.utf8) + Data(bytes))
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
        let body = try await HTTPClient().reply(HTTPRequest(get: url)).body
        #expect(body == Data((bytes == Self.gzip + Self.gzip ? "xx" : "x").utf8))
    }

    /// “x” in the gzip format.
    private static let gzip: [UInt8] = [
        0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xab, 0, 0, 0x83, 0x16, 0xdc, 0x8c, 1, 0, 0, 0,
    ]

    @Test("A compression that wasn't asked for is named", arguments: ["br", "zstd", "Br", "gzip, br"])
    func unsupported(coding: String) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: 4\r\n\r\nabcd"
        let listener = try Listener(answer: head)
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
        let error = try await HTTPClient().failure(HTTPRequest(get: url))
        let name = coding == "zstd" ? "zstd" : "br"
        let problem = "it is compressed as “\(name)”, which wasn't asked for"
        #expect(error == .undecodable(url, codingPath: "", problem: problem, body: ""))
        #expect("\(error)".contains("“\(name)”"))
    }

    @Test("A header field of 100 kB is too large") func longHeader() async throws {
        let field = String(repeating: "a", count: 100_000)
        let listener = try Listener(answer: "HTTP/1.1 200 OK\r\nX-Long: \(field)\r\nContent-Length: 0\r\n\r\n")
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
        let error = try await HTTPClient().failure(HTTPRequest(get: url))
        #expect(error == .tooLarge(url, limit: 80 << 10))
    }
}

/// The memory of this process.
enum Memory {
    /// The most so far, in bytes.
    static func peak() throws -> Int {
        #if os(Linux)
        // The value of getrusage is not less than that of the parent process.
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) * 1024
        #else
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
        #endif
    }
}
