internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Lets one fault happen to one request.
///
/// What breaks a connection is done on the connection itself: after `ConnectionCut` is thrown the server closes it.
struct Trouble: Sendable {
    let request: SampleRequest
    let connection: Connection
    /// The answer that the request would have got.
    let right: @Sendable () -> Answer

    func happen(_ fault: Fault, writer: consuming ResponseWriter, before end: Once) async throws {
        switch fault {
        case .hang:
            connection.hold()
            await connection.stays()
            throw ConnectionCut()
        case .closeWithoutResponse:
            throw ConnectionCut()
        case .resetMidBody:
            try await resetMidBody(writer)
        case .slowBody:
            try await slowBody(writer)
        case .endlessBody:
            try await endlessBody(writer)
        default:
            let answer = answer(fault)
            end.run()
            try await writer.write(answer, to: request)
        }
    }

    /// The faults that are whole HTTP answers.
    private func answer(_ fault: Fault) -> Answer {
        switch fault {
        case .status(let status, let headers, let body):
            let type = headers.keys.contains { $0.lowercased() == "content-type" }
            let plain = type || body.isEmpty ? [] : [("Content-Type", Self.type(of: body))]
            return Answer(
                status, headers: plain + headers.sorted { $0.key < $1.key }.map { ($0, $1) }, body: Array(body.utf8))
        case .rateLimitedPrimary(let seconds):
            let reset = Int(request.now.timeIntervalSince1970) + seconds
            return GitHubRefusal.primary(limit: 60, used: 60, reset: reset, resource: "core", isAnonymous: true)
        case .rateLimitedSecondary(let seconds):
            return GitHubRefusal.secondary(retryAfter: seconds)
        case .truncatedJSON:
            return changed { $0.prefix($0.count / 2) }
        case .wrongJSON:
            return changed { body in
                let isList = body.first { !$0.isBlank } == UInt8(ascii: "[")
                return Array((isList ? #"{"unexpected":true}"# : #"[{"unexpected":true}]"#).utf8)[...]
            }
        case .invalidUTF8:
            return changed(Self.withInvalidString)
        case .emptyBody:
            return changed { _ in [] }
        case .notJSON:
            return Answer(200, html: "<!DOCTYPE html><html><body><h1>We'll be right back</h1></body></html>")
        case .gzipBomb:
            var answer = right()
            answer.headers.append(("Content-Encoding", "gzip"))
            answer.body = GzipBomb.bytes
            return answer
        case .redirectLoop:
            return Answer(302, headers: [("Location", request.origin + request.target)])
        case .redirect(let address):
            return Answer(302, headers: [("Location", address)])
        case .hang, .slowBody, .resetMidBody, .endlessBody, .closeWithoutResponse:
            return Answer(500)  // not reached: these are no answers
        }
    }

    private func changed(_ change: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) -> Answer {
        var answer = right()
        answer.status = 200
        answer.body = Array(change(answer.body[...]))
        return answer
    }

    private static func type(of body: String) -> String {
        body.hasPrefix("{") || body.hasPrefix("[") ? "application/json; charset=utf-8" : "text/plain; charset=utf-8"
    }

    /// Puts two bytes that no UTF-8 has before the end of the last string; a list of numbers becomes such a string.
    private static func withInvalidString(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let quote = UInt8(ascii: "\"")
        guard let last = body.lastIndex(of: quote) else { return [quote, 0xff, 0xfe, quote] }
        return body[..<last] + [0xff, 0xfe] + body[last...]
    }
}

/// Thrown to have the server close a connection.
struct ConnectionCut: Error {}

// MARK: - Bodies that do not arrive as they should

extension Trouble {
    private func resetMidBody(_ writer: consuming ResponseWriter) async throws {
        connection.hold()
        let answer = right()
        let body = answer.body.isEmpty ? Array("{}".utf8) : answer.body
        var bodyWriter = try await writer.writeHead(head(answer, length: body.count))
        try await bodyWriter.write(ByteBuffer(bytes: body.prefix(body.count / 2)))
        await connection.stays(for: .milliseconds(20))  // so that the half is out before what is unsent is thrown away
        try await connection.reset()
        throw ConnectionCut()
    }

    private func slowBody(_ writer: consuming ResponseWriter) async throws {
        connection.hold()
        let answer = right()
        let half = answer.body.count / 2
        var bodyWriter = try await writer.writeHead(head(answer, length: answer.body.count))
        try await bodyWriter.write(ByteBuffer(bytes: answer.body.prefix(half)))
        for byte in answer.body.dropFirst(half) {
            guard await connection.stays(for: .milliseconds(100)) else { throw ConnectionCut() }
            try await bodyWriter.write(ByteBuffer(bytes: [byte]))
        }
        try await bodyWriter.finish(nil)
    }

    private func endlessBody(_ writer: consuming ResponseWriter) async throws {
        connection.hold()
        let answer = Answer(200, headers: [("Content-Type", "application/json; charset=utf-8")])
        var bodyWriter = try await writer.writeHead(head(answer, length: nil))
        try await bodyWriter.write(ByteBuffer(string: "[0"))
        let more = ByteBuffer(repeating: Array(",0".utf8), count: 32768)
        // A pause of 1 ms leaves the client time to live; writing fails as soon as the connection is closed.
        while await connection.stays(for: .milliseconds(1)) { try await bodyWriter.write(more) }
        throw ConnectionCut()
    }

    private func head(_ answer: Answer, length: Int?) -> HTTPResponse {
        answer.head(date: Timestamp.http(request.now), length: length)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }
}

extension ByteBuffer {
    fileprivate init(repeating bytes: [UInt8], count: Int) {
        self.init()
        for _ in 0..<count { writeBytes(bytes) }
    }
}
