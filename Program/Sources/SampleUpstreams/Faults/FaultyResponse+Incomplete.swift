import HTTPTypes
import HummingbirdCore
import NIOCore
import WebText

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
