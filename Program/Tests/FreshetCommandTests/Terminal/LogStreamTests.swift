import Foundation
import Logging
import Testing

@testable import FreshetCommand

@Suite("The server's log")
struct LogStreamTests {
    private struct Hostile: Error, CustomStringConvertible {
        let description = "an error\u{1B}]0;owned\u{7}"
    }

    @Test("The server's log has no control characters of upstreams, and one line for each message")
    func hostile() throws {
        let pipe = Pipe()
        let logger = Logger(to: Output(descriptor: pipe.fileHandleForWriting.fileDescriptor, capacity: 0))
        logger.debug("left out")
        logger.warning("responded with “image/x\u{9B}31mred\u{202E}live”\n2026 notice: forged")
        logger.error(
            "failed", error: Hostile(), metadata: ["path": "/\u{1B}[2J", "all": ["\u{7}", ["key": "\u{8}x"]]])
        try pipe.fileHandleForWriting.close()
        let log = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let lines = log.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("warning freshet:") == true)
        #expect(lines.first?.hasSuffix("responded with “image/xredlive” 2026 notice: forged") == true)
        #expect(lines.last?.contains("an error") == true && lines.last?.contains("failed: ") == true)
        let harmful = log.unicodeScalars.filter {
            $0 != "\n" && ($0.properties.generalCategory == .control || $0 == "\u{202E}")
        }
        #expect(harmful.isEmpty)
    }
}
