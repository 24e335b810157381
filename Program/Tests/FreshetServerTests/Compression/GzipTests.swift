import Foundation
import NIOCore
import Testing

@testable import FreshetServer

@Suite("Gzip") struct GzipTests {
    @Test(
        "Another implementation decompresses the bytes, at any size", arguments: [60, 4_095, 70_000, 1_500_000])
    func otherImplementation(size: Int) throws {
        let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 / 7 &* 31) })
        let compressed = try #require(Gzip.compressed(ByteBuffer(bytes: bytes)))
        #expect(try inflated(compressed) == bytes)
    }

    @Test("The format has RFC 1952's header without time and name, and the length at the end")
    func format() throws {
        let text = String(repeating: "<li>a story</li>", count: 100)
        let bytes = Array(try #require(Gzip.compressed(ByteBuffer(string: text))).readableBytesView)
        #expect(bytes.prefix(8) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0])
        #expect(bytes.suffix(4) == [UInt8(1600 % 256), UInt8(1600 / 256), 0, 0])
        #expect(bytes.count < 200)
    }

    @Test("Compression is the same for the same bytes")
    func deterministic() {
        let text = ByteBuffer(string: String(repeating: "again ", count: 1000))
        #expect(Gzip.compressed(text) == Gzip.compressed(text))
    }

    @Test("Compression isn't used if it saves nothing", arguments: ["", "a", "abcdefghij"])
    func nothingSaved(text: String) { #expect(Gzip.compressed(ByteBuffer(string: text)) == nil) }

    /// Reads with the `gzip` of the system, which has a decoder of its own and checks sum and length.
    private func inflated(_ buffer: ByteBuffer) throws -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: "gzip-\(UUID().uuidString).gz")
        try Data(buffer.readableBytesView).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "--decompress", "--stdout", file.path]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return data
    }
}

@Suite("The encodings that a client accepts") struct AcceptEncodingTests {
    @Test(
        "The encodings include gzip if the header names it",
        arguments: [
            "gzip", "GZIP", "x-gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.2", "*", "deflate, *;q=0.1",
            "gzip ; q=1",
        ])
    func allowed(field: String) { #expect(AcceptEncoding(field).allowsGzip) }

    @Test(
        "The encodings don't include gzip if the header forbids it or doesn't name it",
        arguments: [nil, "", "br", "identity", "gzip;q=0", "gzip; q=0.000, *", "*;q=0", "notgzip"])
    func forbidden(field: String?) { #expect(!AcceptEncoding(field).allowsGzip) }
}
