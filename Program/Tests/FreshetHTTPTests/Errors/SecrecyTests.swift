import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

@Suite("An error's text")
struct SecrecyTests {
    private static let address = URL(string: "https://ada:hunter2@api.example.com:444/x?access_token=hunter2#hunter2")!
    private static let errors: [HTTPError] = [
        .unreachable(address, cause: "c"), .timedOut(address, phase: .connect), .timedOut(address, phase: .firstByte),
        .timedOut(address, phase: .whole), .tls(address, cause: "c"), .interrupted(address, received: 0),
        .interrupted(address, received: 7), .tooLarge(address, limit: 7), .status(address, .notFound, body: "no"),
        .undecodable(address, codingPath: "a", problem: "b", body: "c"),
        .rateLimited(address, RateLimited(retryAt: Date(), rule: .retryAfter)), .tooManyRedirects(address, limit: 5),
        .refusedAddress(address, .insecure(from: "example.com")), .refusedAddress(address, .privateNetwork),
        .refusedAddress(address, .unknownNetwork), .refusedAddress(address, .notAllowed),
        .invalidURL(address.absoluteString),
        .invalidURL("ada:hunter2@api.example.com:444"),
    ]

    @Test("An error's text names the host and no secret, in every description", arguments: errors)
    func hasNoSecret(error: HTTPError) {
        for text in [error.description, String(reflecting: error), "\(error)"] {
            #expect(text.contains("api.example.com:444") && !text.contains("hunter2") && !text.contains("ada"))
        }
    }

    @Test("An error's text differs for each case and phase")
    func isDistinct() {
        #expect(Set(Self.errors.dropLast().map(\.description)).count == Self.errors.count - 1)
    }
}

@Suite("Bytes that aren't JSON")
struct AnyBytesTests {
    @Test("Bytes of any kind and length that aren't JSON fail as undecodable, with a printable beginning")
    func fail() throws {
        let url = URL(string: "https://api.example.com/x")!
        var generator = SystemRandomNumberGenerator()
        for length in 0..<500 {
            let body = Data([0x7B]) + (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let reply = HTTPReply(request: HTTPRequest(get: url), url: url, status: .ok, headers: [:], body: body)
            let error = #expect(throws: HTTPError.self) { try reply.decoded(as: [Int].self) }
            guard case .undecodable(_, "", _, let start) = error else { return #expect(Bool(false), "\(body)") }
            #expect(start.count <= 500 && !start.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }
}
