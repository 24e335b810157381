import HTTPTypes

/// A response: a status, headers in the upstream's spelling, and the body.
struct SampleResponse: Sendable {
    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    init(_ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    init(_ status: Int, json: JSON, style: JSON.Style = .compact, headers: [(name: String, value: String)] = []) {
        self.init(
            status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers, body: json.text(style))
    }

    init(_ status: Int, html: String) {
        self.init(status, headers: [("Content-Type", "text/html; charset=utf-8")], body: Array(html.utf8))
    }

    /// The head with a length, except for statuses without a body.
    func head(date: String, length: Int?) -> HTTPResponse {
        var fields = HTTPFields()
        for (name, value) in headers + [("Date", date)] {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        if let length, status != 304, status != 204 { fields[.contentLength] = String(length) }
        return HTTPResponse(status: .init(code: status), headerFields: fields)
    }
}

extension SampleResponse {
    /// The response with its body as an uncompressed gzip file (RFC 1952); an encoded body stays as it is.
    func gzipped() -> SampleResponse {
        guard !body.isEmpty, !headers.contains(where: { $0.name == "Content-Encoding" }) else { return self }
        var response = self
        response.headers += [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]
        response.body = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
        var rest = body[...]
        while !rest.isEmpty {
            let block = rest.prefix(65535)
            rest = rest.dropFirst(block.count)
            response.body.append(rest.isEmpty ? 1 : 0)
            response.body += Self.little(block.count).prefix(2)
            response.body += Self.little(~block.count).prefix(2)
            response.body += block
        }
        response.body += Self.little(Int(Self.checksum(of: body))) + Self.little(body.count)
        return response
    }

    private static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// CRC-32 as gzip and PNG use it (RFC 1952, 8).
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
    }
}
