import HTTPTypes
import HummingbirdCore
import NIOCore
import Platform
import WebText

/// Applies a fault to a request.
///
/// Faults that break a connection act on it directly; the server closes it after `ConnectionCut` is thrown.
struct FaultyResponse: Sendable {
    let request: SampleRequest
    let connection: Connection
    /// The response without the fault.
    let right: @Sendable () -> SampleResponse

    func happen(_ fault: Fault, writer: consuming ResponseWriter, before end: Once) async throws {
        let response: SampleResponse
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
        case .status(let status, let headers, let body): response = Self.response(status, headers, body)
        case .rateLimitedPrimary(let seconds):
            let reset = Int(request.now.timeIntervalSince1970) + seconds
            response = GitHubRefusal.primary(limit: 60, used: 60, reset: reset, resource: "core", isAnonymous: true)
        case .rateLimitedSecondary(let seconds): response = GitHubRefusal.secondary(retryAfter: seconds)
        case .truncatedJSON: response = changed { $0.prefix($0.count / 2) }
        case .wrongJSON: response = changed(Self.wrong)
        case .invalidUTF8: response = changed(Self.withInvalidString)
        case .emptyBody: response = changed { _ in [] }
        case .notJSON:
            response = SampleResponse(
                200,
                html: "<!DOCTYPE html><html><head><title>Sign in to the network</title></head>"
                    + "<body><form method=\"post\" action=\"/login\"><input name=\"password\"></form></body></html>")
        case .wrongType: response = SampleResponse(200, headers: [("Content-Type", "image/png")], body: Self.picture)
        case .gzipBomb: response = bomb()
        case .redirectLoop: response = SampleResponse(301, headers: [("Location", request.origin + request.target)])
        case .redirect(let address): response = SampleResponse(302, headers: [("Location", address)])
        }
        end.run()
        try await writer.write(response, to: request)
    }

    private func bomb() -> SampleResponse {
        var response = right()
        response.headers.append(("Content-Encoding", "gzip"))
        response.body = GzipBomb.bytes
        return response
    }

    private static let picture = TwoColorPNG(size: 64, ([255, 255, 255], [0, 0, 0])) { ($0 + $1) % 2 == 0 }.bytes

    private static func response(_ status: Int, _ headers: [String: String], _ body: String) -> SampleResponse {
        var fields = headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        if !body.isEmpty, !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
            let isJSON = body.hasPrefix("{") || body.hasPrefix("[")
            fields.append(("Content-Type", (isJSON ? "application/json" : "text/plain") + "; charset=utf-8"))
        }
        return SampleResponse(status, headers: fields, body: Array(body.utf8))
    }

    private static func wrong(_ body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isList = body.first { !$0.isBlank } == UInt8(ascii: "[")
        return Array((isList ? #"{"unexpected":true}"# : #"[{"unexpected":true}]"#).utf8)[...]
    }

    private func changed(_ change: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) -> SampleResponse {
        var response = right()
        response.status = 200
        response.body = Array(change(response.body[...]))
        return response
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

/// Responses that never become complete.
extension FaultyResponse {
    func resetMidBody(_ writer: consuming ResponseWriter) async throws {
        let response = right()
        let body = response.body.isEmpty ? Array("{}".utf8) : response.body
        var bodyWriter = try await writer.writeHead(head(response, length: body.count))
        try await bodyWriter.write(ByteBuffer(bytes: body.prefix(body.count / 2)))
        await connection.stays(for: .milliseconds(20))  // until the first half is sent
        try await connection.reset()
        throw ConnectionCut()
    }

    func hangMidBody(_ writer: consuming ResponseWriter) async throws {
        let response = right()
        var bodyWriter = try await writer.writeHead(head(response, length: response.body.count))
        try await bodyWriter.write(ByteBuffer(bytes: response.body.prefix(response.body.count / 2)))
        await connection.stays()
        throw ConnectionCut()
    }

    func wrongLength(_ writer: consuming ResponseWriter) async throws {
        let response = right()
        let body = response.body.isEmpty ? Array("{}".utf8) : response.body
        var bodyWriter = try await writer.writeHead(head(response, length: body.count * 2))
        try await bodyWriter.write(ByteBuffer(bytes: body))
        throw ConnectionCut()
    }

    func drip(_ writer: consuming ResponseWriter) async throws {
        let response = right()
        var bodyWriter = try await writer.writeHead(head(response, length: response.body.count))
        for byte in response.body {
            try await bodyWriter.write(ByteBuffer(bytes: [byte]))
            guard await connection.stays(for: .seconds(1)) else { throw ConnectionCut() }
        }
        try await bodyWriter.finish(nil)
    }

    func slowBody(_ writer: consuming ResponseWriter) async throws {
        let response = right()
        let half = response.body.count / 2
        var bodyWriter = try await writer.writeHead(head(response, length: response.body.count))
        try await bodyWriter.write(ByteBuffer(bytes: response.body.prefix(half)))
        for byte in response.body.dropFirst(half) {
            guard await connection.stays(for: .milliseconds(100)) else { throw ConnectionCut() }
            try await bodyWriter.write(ByteBuffer(bytes: [byte]))
        }
        try await bodyWriter.finish(nil)
    }

    func endlessBody(_ writer: consuming ResponseWriter) async throws {
        let response = SampleResponse(200, headers: [("Content-Type", "application/json; charset=utf-8")])
        var bodyWriter = try await writer.writeHead(head(response, length: nil))
        try await bodyWriter.write(ByteBuffer(string: "[0"))
        let more = ByteBuffer(repeating: Array(",0".utf8), count: 32768)
        // A pause of 1 ms spares the client; writing fails once the connection is closed.
        while await connection.stays(for: .milliseconds(1)) { try await bodyWriter.write(more) }
        throw ConnectionCut()
    }

    func informationalFlood(_ writer: consuming ResponseWriter) async throws {
        let early = HTTPResponse(status: .init(code: 103))
        // The last response never comes.
        while await connection.stays(for: .milliseconds(20)) {
            for _ in 0..<100 { try await writer.writeInformationalHead(early) }
        }
        throw ConnectionCut()
    }

    private func head(_ response: SampleResponse, length: Int?) -> HTTPResponse {
        response.head(date: HTTPDate(request.now).description, length: length)
    }
}

extension ByteBuffer {
    fileprivate init(repeating bytes: [UInt8], count: Int) {
        self.init()
        for _ in 0..<count { writeBytes(bytes) }
    }
}
