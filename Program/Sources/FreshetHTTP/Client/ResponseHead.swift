import NIOCore
import WebText

/// The status line and header fields of a response, by the book.
struct ResponseHead {
    private let status: String
    private var fields: [(name: String, value: String)] = []

    /// Reads lines that end in LF, with or without CR. The first one is the status line.
    init(_ bytes: ByteBufferView.SubSequence) {
        // Latin-1, so that each byte stays what it is.
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(String.UnicodeScalarView(line.filter { $0 != UInt8(ascii: "\r") }.map { Unicode.Scalar($0) }))
        }
        status = lines.first ?? ""
        for line in lines.dropFirst() where !line.isEmpty {
            if line.first == " " || line.first == "\t" {
                if !fields.isEmpty { fields[fields.count - 1].value += " " + line.trimmed }
                continue
            }
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].trimmed
            guard !name.isEmpty, name.utf8.allSatisfy(\.isToken) else { continue }
            fields.append((name, line[line.index(after: colon)...].trimmed))
        }
        settleLength()
    }

    /// Whether another head follows: a 1xx other than 101.
    var isInformational: Bool {
        let code = status.split(separator: " ").dropFirst().first ?? ""
        return code.count == 3 && code.first == "1" && code != "101"
    }

    /// The head as the decoder reads it.
    var bytes: [UInt8] {
        let lines = [status] + fields.map { "\($0.name): \($0.value)" } + ["", ""]
        return lines.joined(separator: "\r\n").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// Keeps one of equal lengths, and none beside chunks. Different ones stay, and are refused.
    private mutating func settleLength() {
        func isLength(_ field: (name: String, value: String)) -> Bool { field.name.lowercased() == "content-length" }
        let isChunked = fields.contains {
            $0.name.lowercased() == "transfer-encoding" && $0.value.lowercased().hasSuffix("chunked")
        }
        let lengths = Set(fields.filter(isLength).flatMap { $0.value.split(separator: ",").map(\.trimmed) })
        guard lengths.count == 1 || isChunked, let length = lengths.first else { return }
        fields.removeAll(where: isLength)
        if !isChunked { fields.append(("Content-Length", length)) }
    }
}

extension UInt8 {
    /// Whether a header field's name may contain the byte (RFC 9110, 5.6.2).
    fileprivate var isToken: Bool {
        (0x61...0x7a).contains(self | 0x20) || (0x30...0x39).contains(self) || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
}
