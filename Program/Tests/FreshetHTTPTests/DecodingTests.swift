import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Testing

@Suite("Answers in JSON", .soon) struct DecodingTests {
    private struct Story: Decodable, Sendable, Equatable { let by: Author }
    private struct Author: Decodable, Sendable, Equatable { let name: String }

    private func problem(_ body: String) throws -> (path: String, problem: String, body: String) {
        let url = try #require(URL(string: "https://example.org/a"))
        let reply = HTTPReply(
            request: HTTPRequest(get: url), url: url, status: .ok, headers: [:], body: Data(body.utf8))
        do {
            _ = try reply.decoded(as: [Story].self)
        } catch {
            guard case .undecodable(_, let path, let problem, let start) = error else { throw error }
            return (path, problem, start)
        }
        throw CocoaError(.coderReadCorrupt)
    }

    @Test("A valid body is decoded") func right() async throws {
        try await withSample { sample, client in
            let ids = try await client.rx.decoded(as: [Int].self, for: sample.get(list)).value
            #expect(ids.count == 500)
        }
    }

    @Test(
        "A body that doesn't match fails with the place and the reason",
        arguments: [
            (#"[{"by":{"name":"a"}},{"by":{}}]"#, "[1].by", "“name” is missing"),
            (#"[{"by":{"name":7}}]"#, "[0].by.name", "a string is expected"),
            (#"[{"by":{"name":null}}]"#, "[0].by.name", "a string is expected, not null"),
            (#"[{"by":[]}]"#, "[0].by", "an object is expected"),
            (#"{"message":"no"}"#, "", "an array is expected"),
            (#"[{"by":"#, "", "it isn't valid JSON"), ("<html>", "", "it isn't valid JSON"), ("", "", "it's empty"),
        ] as [(String, String, String)]) func wrong(_ body: String, _ path: String, _ problem: String) throws
    {
        let found = try self.problem(body)
        #expect((found.path, found.problem, found.body) == (path, problem, body))
    }

    @Test(
        "Every wrong body that a server can send fails as undecodable",
        arguments: [
            Fault.truncatedJSON, .wrongJSON, .notJSON, .invalidUTF8, .emptyBody,
        ]) func faults(_ fault: Fault) async throws
    {
        try await withSample { sample, client in
            sample.control.fail(list, with: fault)
            let error = try await failure(of: client.rx.decoded(as: [Int].self, for: sample.get(list)))
            #expect(error.kind == "undecodable")
        }
    }

    @Test("An invalid UTF-8 byte becomes a replacement character") func invalidCharacter() throws {
        let url = try #require(URL(string: "https://example.org/a"))
        let body = Data(#"[{"by":{"name":"a"#.utf8) + [0xff] + Data(#"b"}}]"#.utf8)
        let reply = HTTPReply(request: HTTPRequest(get: url), url: url, status: .ok, headers: [:], body: body)
        #expect(try reply.decoded(as: [Story].self) == [Story(by: Author(name: "a\u{fffd}b"))])
    }

    @Test("A custom decoder is used") func decoder() async throws {
        struct Item: Decodable, Sendable { let createdAt: Date }
        try await withSample { sample, client in
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            decoder.dateDecodingStrategy = .iso8601
            let items = try await client.rx.decoded(as: [Item].self, for: sample.get(events), decoder: decoder)
                .value
            #expect(items.count == 30)
        }
    }
}
