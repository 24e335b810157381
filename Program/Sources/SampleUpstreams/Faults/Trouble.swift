internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import Platform
internal import WebText

/// Applies a fault to a request.
///
/// Faults that break a connection act on it directly; the server closes it after `ConnectionCut` is thrown.
struct Trouble: Sendable {
    let request: SampleRequest
    let connection: Connection
    /// The response without the fault.
    let right: @Sendable () -> Answer

    func happen(_ fault: Fault, writer: consuming ResponseWriter, before end: Once) async throws {
        let answer: Answer
        switch fault {
        case .hang:
            await connection.stays()
            throw ConnectionCut()
        case .closeWithoutResponse: throw ConnectionCut()
        case .resetMidBody: return try await resetMidBody(writer)
        case .hangMidBody: return try await hangMidBody(writer)
        case .slowBody: return try await slowBody(writer)
        case .drip: return try await drip(writer)
        case .wrongLength: return try await wrongLength(writer)
        case .informationalFlood: return try await informationalFlood(writer)
        case .endlessBody: return try await endlessBody(writer)
        case .status(let status, let headers, let body): answer = Self.answer(status, headers, body)
        case .rateLimitedPrimary(let seconds):
            let reset = Int(request.now.timeIntervalSince1970) + seconds
            answer = GitHubRefusal.primary(limit: 60, used: 60, reset: reset, resource: "core", isAnonymous: true)
        case .rateLimitedSecondary(let seconds): answer = GitHubRefusal.secondary(retryAfter: seconds)
        case .truncatedJSON: answer = changed { $0.prefix($0.count / 2) }
        case .wrongJSON: answer = changed(Self.wrong)
        case .invalidUTF8: answer = changed(Self.withInvalidString)
        case .emptyBody: answer = changed { _ in [] }
        case .notJSON:
            answer = Answer(
                200,
                html: "<!DOCTYPE html><html><head><title>Sign in to the network</title></head>"
                    + "<body><form method=\"post\" action=\"/login\"><input name=\"password\"></form></body></html>")
        case .wrongType: answer = Answer(200, headers: [("Content-Type", "image/png")], body: Self.picture)
        case .gzipBomb: answer = bomb()
        case .redirectLoop: answer = Answer(301, headers: [("Location", request.origin + request.target)])
        case .redirect(let address): answer = Answer(302, headers: [("Location", address)])
        }
        end.run()
        try await writer.write(answer, to: request)
    }

    private func bomb() -> Answer {
        var answer = right()
        answer.headers.append(("Content-Encoding", "gzip"))
        answer.body = GzipBomb.bytes
        return answer
    }

    private static let picture = TwoColourPNG(size: 64, ([255, 255, 255], [0, 0, 0])) { ($0 + $1) % 2 == 0 }.bytes

    private static func answer(_ status: Int, _ headers: [String: String], _ body: String) -> Answer {
        var fields = headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        if !body.isEmpty, !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
            let isJSON = body.hasPrefix("{") || body.hasPrefix("[")
            fields.append(("Content-Type", (isJSON ? "application/json" : "text/plain") + "; charset=utf-8"))
        }
        return Answer(status, headers: fields, body: Array(body.utf8))
    }

    private static func wrong(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isList = body.first { !$0.isBlank } == UInt8(ascii: "[")
        return Array((isList ? #"{"unexpected":true}"# : #"[{"unexpected":true}]"#).utf8)[...]
    }

    private func changed(_ change: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) -> Answer {
        var answer = right()
        answer.status = 200
        answer.body = Array(change(answer.body[...]))
        return answer
    }

    /// Puts two invalid UTF-8 bytes before the end of the last string; a list of numbers becomes such a string.
    private static func withInvalidString(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let quote = UInt8(ascii: "\"")
        guard let last = body.lastIndex(of: quote) else { return [quote, 0xff, 0xfe, quote] }
        return body[..<last] + [0xff, 0xfe] + body[last...]
    }
}

/// Thrown to make the server close a connection.
struct ConnectionCut: Error {}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }
}
