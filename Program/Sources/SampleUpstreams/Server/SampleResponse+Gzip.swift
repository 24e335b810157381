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
