import Foundation
import SampleUpstreams
import Testing

@Suite("A fault is seen as what it is", .serialized) struct FaultTests {
    private let path = "/eonet/api/v3/events"

    @Test("refused: nobody listens on an unused port")
    func refused() async throws {
        let port = try SampleUpstreams.unusedPort()
        let heard = await rawGet(port, "/")
        #expect(heard.ending == .refused)
    }

    @Test("a status with its headers and body")
    func status() async throws {
        try await heard(.status(503, headers: ["Retry-After": "120"], body: "{\"down\":true}")) { heard in
            #expect(heard.status == 503 && heard.headers["retry-after"] == "120")
            #expect(heard.headers["content-type"]?.hasPrefix("application/json") == true)
            #expect(heard.text == "{\"down\":true}")
        }
    }

    @Test("the primary limit: 403, nothing left, and when there will be")
    func primary() async throws {
        try await heard(.rateLimitedPrimary(reset: 90)) { heard in
            #expect(heard.status == 403 && heard.headers["x-ratelimit-remaining"] == "0")
            #expect(heard.headers["x-ratelimit-reset"] == String(Int(testStart.timeIntervalSince1970) + 90))
            #expect(heard.text.contains("API rate limit exceeded"))
        }
    }

    @Test("the secondary limit: 429 and when to come back")
    func secondary() async throws {
        try await heard(.rateLimitedSecondary(retryAfter: 7)) { heard in
            #expect(heard.status == 429 && heard.headers["retry-after"] == "7")
            #expect(heard.text.contains("secondary rate limit"))
        }
    }

    @Test("hanging: not a byte, and the request counts until the client goes away")
    func hang() async throws {
        try await withSample { sample in
            sample.control.fail(path, with: .hang)
            async let heard = sample.get(path, timeout: 1)
            #expect(await eventually { sample.control.inFlight(.eonet) == 1 })
            let silence = await heard
            #expect(silence.ending == .silent && silence.status == 0 && silence.body.isEmpty)
            #expect(await eventually { sample.control.inFlight(.eonet) == 0 })
        }
    }

    @Test("a slow body: half at once, then drop by drop")
    func slow() async throws {
        try await withSample { sample in
            let whole = await sample.get(path).body.count
            sample.control.fail(path, with: .slowBody)
            let heard = await sample.get(path, upTo: whole / 2 + 200)
            #expect(heard.headers["content-length"] == String(whole))
            #expect(heard.body.count >= whole / 2 - 300 && heard.body.count < whole)
            #expect(await eventually { sample.control.inFlight(.eonet) == 0 })
        }
    }

    @Test("reset in the middle: a length promised, half of it sent, then a reset")
    func reset() async throws {
        try await heard(.resetMidBody) { heard in
            let promised = heard.headers["content-length"].flatMap { Int($0) } ?? 0
            #expect(heard.status == 200 && heard.ending == .reset)
            #expect(promised > 1000 && heard.body.count == promised / 2)
        }
    }

    @Test("truncated JSON: whole HTTP, half JSON")
    func truncated() async throws {
        try await heard(.truncatedJSON) { heard in
            #expect(heard.headers["content-length"] == String(heard.body.count) && heard.ending == .closed)
            #expect(heard.text.hasPrefix("{\n\t\"title\": \"EONET Events\"") && heard.json == nil)
        }
    }

    @Test("a fault changes the whole answer, also for a client that has it")
    func conditional() async throws {
        try await withSample { sample in
            let tag = try #require(await sample.get(harbor).headers["etag"])
            #expect(await sample.get(harbor, ["If-None-Match": tag]).status == 304)
            sample.control.fail(harbor, with: .truncatedJSON)
            let heard = await sample.get(harbor, ["If-None-Match": tag])
            #expect(heard.status == 200 && heard.body.count > 1000 && heard.json == nil)
        }
    }

    @Test("wrong JSON: a list for an object and an object for a list")
    func wrong() async throws {
        try await heard(.wrongJSON) { #expect($0.text == "[{\"unexpected\":true}]") }
        try await withSample { sample in
            sample.control.fail(harbor, with: .wrongJSON)
            #expect(await sample.get(harbor).text == "{\"unexpected\":true}")
        }
    }

    @Test("no JSON at all: a page")
    func notJSON() async throws {
        try await heard(.notJSON) { heard in
            #expect(heard.status == 200 && heard.headers["content-type"]?.hasPrefix("text/html") == true)
            #expect(heard.text.hasPrefix("<!DOCTYPE html>"))
        }
    }

    @Test("hanging in the body: half of it, and the request counts until the client goes away")
    func hangMidBody() async throws {
        try await withSample { sample in
            let whole = await sample.get(path).body.count
            sample.control.fail(path, with: .hangMidBody)
            let heard = await sample.get(path, timeout: 1)
            #expect(heard.ending == .silent && heard.status == 200 && heard.body.count == whole / 2)
            #expect(await eventually { sample.control.inFlight(.eonet) == 0 })
        }
    }

    @Test("a drip: the headers, then byte after byte")
    func drip() async throws {
        try await withSample { sample in
            let whole = await sample.get(path).body.count
            sample.control.fail(path, with: .drip)
            let heard = await sample.get(path, upTo: 1)
            #expect(heard.headers["content-length"] == String(whole) && heard.body.count <= 1)
            #expect(await eventually { sample.control.inFlight(.eonet) == 0 })
        }
    }

    @Test("a wrong length: twice the body's, then an orderly end")
    func wrongLength() async throws {
        try await heard(.wrongLength) { heard in
            #expect(heard.headers["content-length"] == String(heard.body.count * 2))
            #expect(heard.ending == .closed && heard.json != nil)
        }
    }

    @Test("a picture")
    func wrongType() async throws {
        try await heard(.wrongType) { heard in
            #expect(heard.status == 200 && heard.headers["content-type"] == "image/png")
            #expect(heard.body.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        }
    }

    @Test("a flood of 1xx: one after another, never the response")
    func informationalFlood() async throws {
        try await withSample { sample in
            sample.control.fail(path, with: .informationalFlood)
            let heard = await sample.get(path, upTo: 100_000)
            #expect(heard.status == 103 && heard.ending == .enough && !heard.text.contains("HTTP/1.1 200"))
            #expect(await eventually { sample.control.inFlight(.eonet) == 0 })
        }
    }

    @Test("a redirect loop: 301 to itself")
    func loop() async throws {
        try await withSample { sample in
            sample.control.fail(path, with: .redirectLoop)
            var address = sample.baseURL.absoluteString + path + "?days=3"
            for _ in 0..<7 {
                let heard = await sample.get(link: address)
                #expect(heard.status == 301)
                address = heard.headers["location"] ?? ""
            }
            #expect(address == sample.baseURL.absoluteString + path + "?days=3")
        }
    }

    @Test("a redirect elsewhere")
    func redirect() async throws {
        try await heard(.redirect(to: "http://elsewhere.example/x")) { heard in
            #expect(heard.status == 302 && heard.headers["location"] == "http://elsewhere.example/x")
        }
    }

    @Test("an endless body: as much as one will take, and it ends when the client goes away")
    func endless() async throws {
        try await withSample { sample in
            sample.control.fail(path, with: .endlessBody)
            let heard = await sample.get(path, upTo: 50_000_000)
            #expect(heard.ending == .enough && heard.headers["transfer-encoding"] == "chunked")
            #expect(heard.headers["content-length"] == nil)
            #expect(await eventually { sample.control.inFlight(.eonet) == 0 })
        }
    }

    @Test("a gzip bomb: small on the line, 227 MB for who unpacks it")
    func bomb() async throws {
        try await heard(.gzipBomb) { heard in
            #expect(heard.headers["content-encoding"] == "gzip" && heard.body.count < 300_000)
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".gz")
            try heard.body.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let gzip = Process()
            gzip.executableURL = URL(fileURLWithPath: "/bin/sh")
            gzip.arguments = ["-c", "gzip -dc '\(file.path)' | wc -c"]
            let output = Pipe()
            gzip.standardOutput = output
            try gzip.run()
            gzip.waitUntilExit()
            let count = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(Int(count.trimmingCharacters(in: .whitespacesAndNewlines)) == 227_040_001)
        }
    }

    @Test(
        "invalid UTF-8: in a string of the right JSON", arguments: ["/eonet/api/v3/events", "/news/v0/topstories.json"])
    func invalidUTF8(path: String) async throws {
        try await withSample { sample in
            sample.control.fail(path, with: .invalidUTF8)
            let heard = await sample.get(path)
            #expect(heard.status == 200 && String(validating: heard.body, as: UTF8.self) == nil)
            #expect(heard.body.contains(0xff) && heard.headers["content-length"] == String(heard.body.count))
        }
    }

    @Test("an empty body: 200 and nothing")
    func empty() async throws {
        try await heard(.emptyBody) { heard in
            #expect(heard.status == 200 && heard.headers["content-length"] == "0" && heard.body.isEmpty)
        }
    }

    @Test("closed without an answer: an orderly end before any byte")
    func closed() async throws {
        try await heard(.closeWithoutResponse) { heard in
            #expect(heard.ending == .closed && heard.status == 0 && heard.body.isEmpty)
        }
    }

    private func heard(_ fault: Fault, _ check: (Heard) throws -> Void) async throws {
        try await withSample { sample in
            sample.control.fail(path, with: fault)
            try check(await sample.get(path))
        }
    }
}
