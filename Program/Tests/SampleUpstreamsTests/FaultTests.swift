import Foundation
import SampleUpstreams
import Testing

@Suite("Faults", .serialized) struct FaultTests {
    private let path = "/eonet/api/v3/events"

    @Test("A connection to an unused port is refused")
    func refused() async throws {
        let port = try SampleUpstreams.unusedPort()
        let heard = await rawGet(port, "/")
        #expect(heard.ending == .refused)
    }

    @Test("A status comes with its headers and body")
    func status() async throws {
        try await heard(.status(503, headers: ["Retry-After": "120"], body: "{\"down\":true}")) { heard in
            #expect(heard.status == 503 && heard.headers["retry-after"] == "120")
            #expect(heard.headers["content-type"]?.hasPrefix("application/json") == true)
            #expect(heard.text == "{\"down\":true}")
        }
    }

    @Test("The primary limit answers 403, with nothing left and the time of the reset")
    func primary() async throws {
        try await heard(.rateLimitedPrimary(reset: 90)) { heard in
            #expect(heard.status == 403 && heard.headers["x-ratelimit-remaining"] == "0")
            #expect(heard.headers["x-ratelimit-reset"] == String(Int(testStart.timeIntervalSince1970) + 90))
            #expect(heard.text.contains("API rate limit exceeded"))
        }
    }

    @Test("The secondary limit answers 429 with the time to wait")
    func secondary() async throws {
        try await heard(.rateLimitedSecondary(retryAfter: 7)) { heard in
            #expect(heard.status == 429 && heard.headers["retry-after"] == "7")
            #expect(heard.text.contains("secondary rate limit"))
        }
    }

    @Test("A hanging request gets no byte, and counts until the client disconnects")
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

    @Test("A slow body comes half immediately, then byte by byte")
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

    @Test("A reset in the body follows half of the promised length")
    func reset() async throws {
        try await heard(.resetMidBody) { heard in
            let promised = heard.headers["content-length"].flatMap { Int($0) } ?? 0
            #expect(heard.status == 200 && heard.ending == .reset)
            #expect(promised > 1000 && heard.body.count == promised / 2)
        }
    }

    @Test("Truncated JSON is half of the JSON in a complete HTTP response")
    func truncated() async throws {
        try await heard(.truncatedJSON) { heard in
            #expect(heard.headers["content-length"] == String(heard.body.count) && heard.ending == .closed)
            #expect(heard.text.hasPrefix("{\n\t\"title\": \"EONET Events\"") && heard.json == nil)
        }
    }

    @Test("A fault changes the whole response, also for a client that has it")
    func conditional() async throws {
        try await withSample { sample in
            let tag = try #require(await sample.get(harbor).headers["etag"])
            #expect(await sample.get(harbor, ["If-None-Match": tag]).status == 304)
            sample.control.fail(harbor, with: .truncatedJSON)
            let heard = await sample.get(harbor, ["If-None-Match": tag])
            #expect(heard.status == 200 && heard.body.count > 1000 && heard.json == nil)
        }
    }

    @Test("Wrong JSON is a list for an object and an object for a list")
    func wrong() async throws {
        try await heard(.wrongJSON) { #expect($0.text == "[{\"unexpected\":true}]") }
        try await withSample { sample in
            sample.control.fail(harbor, with: .wrongJSON)
            #expect(await sample.get(harbor).text == "{\"unexpected\":true}")
        }
    }

    @Test("A response without JSON is a web page")
    func notJSON() async throws {
        try await heard(.notJSON) { heard in
            #expect(heard.status == 200 && heard.headers["content-type"]?.hasPrefix("text/html") == true)
            #expect(heard.text.hasPrefix("<!DOCTYPE html>"))
        }
    }

    @Test("A response that hangs in its body sends half, and counts until the client disconnects")
    func hangMidBody() async throws {
        try await withSample { sample in
            let whole = await sample.get(path).body.count
            sample.control.fail(path, with: .hangMidBody)
            let heard = await sample.get(path, timeout: 1)
            #expect(heard.ending == .silent && heard.status == 200 && heard.body.count == whole / 2)
            #expect(await eventually { sample.control.inFlight(.eonet) == 0 })
        }
    }

    @Test("A dripping response sends the headers, then byte after byte")
    func drip() async throws {
        try await withSample { sample in
            let whole = await sample.get(path).body.count
            sample.control.fail(path, with: .drip)
            let heard = await sample.get(path, upTo: 1)
            #expect(heard.headers["content-length"] == String(whole) && heard.body.count <= 1)
            #expect(await eventually { sample.control.inFlight(.eonet) == 0 })
        }
    }

    @Test("A wrong length is twice the body's, before a normal end of the connection")
    func wrongLength() async throws {
        try await heard(.wrongLength) { heard in
            #expect(heard.headers["content-length"] == String(heard.body.count * 2))
            #expect(heard.ending == .closed && heard.json != nil)
        }
    }

    @Test("A response of the wrong type is a picture")
    func wrongType() async throws {
        try await heard(.wrongType) { heard in
            #expect(heard.status == 200 && heard.headers["content-type"] == "image/png")
            #expect(heard.body.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        }
    }

    @Test("A flood of 1xx responses never ends with the final one")
    func informationalFlood() async throws {
        try await withSample { sample in
            sample.control.fail(path, with: .informationalFlood)
            let heard = await sample.get(path, upTo: 100_000)
            #expect(heard.status == 103 && heard.ending == .enough && !heard.text.contains("HTTP/1.1 200"))
            #expect(await eventually { sample.control.inFlight(.eonet) == 0 })
        }
    }

    @Test("A redirect loop is a 301 to the same address")
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

    @Test("A redirect leads to the given address")
    func redirect() async throws {
        try await heard(.redirect(to: "http://elsewhere.example/x")) { heard in
            #expect(heard.status == 302 && heard.headers["location"] == "http://elsewhere.example/x")
        }
    }

    @Test("An endless body continues until the client disconnects")
    func endless() async throws {
        try await withSample { sample in
            sample.control.fail(path, with: .endlessBody)
            let heard = await sample.get(path, upTo: 50_000_000)
            #expect(heard.ending == .enough && heard.headers["transfer-encoding"] == "chunked")
            #expect(heard.headers["content-length"] == nil)
            #expect(await eventually { sample.control.inFlight(.eonet) == 0 })
        }
    }

    @Test("A gzip bomb is small when sent, and 227 MB when expanded")
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
        "Invalid UTF-8 is in a string of the correct JSON",
        arguments: ["/eonet/api/v3/events", "/news/v0/topstories.json"])
    func invalidUTF8(path: String) async throws {
        try await withSample { sample in
            sample.control.fail(path, with: .invalidUTF8)
            let heard = await sample.get(path)
            #expect(heard.status == 200 && String(validating: heard.body, as: UTF8.self) == nil)
            #expect(heard.body.contains(0xff) && heard.headers["content-length"] == String(heard.body.count))
        }
    }

    @Test("An empty body comes with the status 200")
    func empty() async throws {
        try await heard(.emptyBody) { heard in
            #expect(heard.status == 200 && heard.headers["content-length"] == "0" && heard.body.isEmpty)
        }
    }

    @Test("A connection that is closed without a response ends normally before any byte")
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
