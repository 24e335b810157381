extension StringProtocol {
    /// The text with all bytes escaped except unreserved ones (RFC 3986, 2.3).
    package var percentEncoded: String { percentEncoded(keeping: "") }

    /// The text with all bytes escaped except unreserved ones and `characters`.
    package func percentEncoded(keeping characters: StaticString) -> String {
        var text = String(self)
        return text.withUTF8 { bytes in
            characters.withUTF8Buffer { kept in
                // Most addresses have nothing to escape.
                if bytes.allSatisfy({ $0.isUnreserved || kept.contains($0) }) { return String(self) }
                var result: [UInt8] = []
                result.reserveCapacity(bytes.count * 3)
                for byte in bytes {
                    if byte.isUnreserved || kept.contains(byte) {
                        result.append(byte)
                    } else {
                        result += byte.percentEscape
                    }
                }
                return String(decoding: result, as: UTF8.self)
            }
        }
    }

    /// An address with all bytes escaped that its parts don't allow (RFC 3986, 3); existing escapes stay.
    ///
    /// It also escapes a `%` that begins no escape, brackets outside the host, and a second `#`.
    package var percentEncodedAddress: String {
        var text = String(self)
        return text.withUTF8 { bytes in
            if bytes.allSatisfy(\.isPlainInAddress) { return String(self) }
            let pathStart = bytes.endOfAuthority
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count * 3)
            var hasFragment = false
            for (place, byte) in bytes.enumerated() {
                let isKept =
                    switch byte {
                    case UInt8(ascii: "%"): bytes.hasEscape(at: place)
                    case UInt8(ascii: "["), UInt8(ascii: "]"): place < pathStart
                    case UInt8(ascii: "#"): !hasFragment
                    default: byte.isPlainInAddress
                    }
                if byte == UInt8(ascii: "#") { hasFragment = true }
                if isKept { result.append(byte) } else { result += byte.percentEscape }
            }
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// The decoded text; nil if an escape is incomplete or the bytes aren't UTF-8.
    package var percentDecoded: String? { decoded(plusIsSpace: false) }

    /// The decoded text of forms and queries, where a plus is a space.
    package var formDecoded: String? { decoded(plusIsSpace: true) }

    private func decoded(plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var rest = utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexadecimalValue, let low = rest.next()?.hexadecimalValue else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The start of the path of an address; 0 without a host.
    fileprivate var endOfAuthority: Int {
        let start = firstIndex { "/?#".utf8.contains($0) } ?? count
        guard start + 1 < count, self[start] == UInt8(ascii: "/"), self[start + 1] == UInt8(ascii: "/"),
            start == 0 || self[start - 1] == UInt8(ascii: ":")
        else { return 0 }
        return self[(start + 2)...].firstIndex { "/?#".utf8.contains($0) } ?? count
    }

    fileprivate func hasEscape(at place: Int) -> Bool {
        place + 2 < count && self[place + 1].hexadecimalValue != nil && self[place + 2].hexadecimalValue != nil
    }
}

extension UInt8 {
    /// True if any part of an address after its host may contain the byte unescaped.
    fileprivate var isPlainInAddress: Bool { isUnreserved || ":/?@!$&'()*+,;=".utf8.contains(self) }

    fileprivate var percentEscape: [UInt8] {
        [UInt8(ascii: "%"), (self >> 4).hexadecimalDigit, (self & 15).hexadecimalDigit]
    }

    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    fileprivate var hexadecimalDigit: UInt8 {
        self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "A") + self - 10
    }

    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
