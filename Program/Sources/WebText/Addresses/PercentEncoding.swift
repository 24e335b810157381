extension StringProtocol {
    /// The text with all bytes escaped except unreserved ones (RFC 3986, 2.3).
    public var percentEncoded: String { percentEncoded(keeping: "") }

    /// The text with all bytes escaped except unreserved ones and `characters`.
    public func percentEncoded(keeping characters: StaticString) -> String {
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
                        result += [UInt8(ascii: "%"), (byte >> 4).hexadecimalDigit, (byte & 15).hexadecimalDigit]
                    }
                }
                return String(decoding: result, as: UTF8.self)
            }
        }
    }

    /// An address with all bytes escaped that RFC 3986 doesn't allow; existing escapes stay.
    public var percentEncodedAddress: String { percentEncoded(keeping: "%:/?#[]@!$&'()*+,;=") }

    /// The decoded text; nil if an escape is incomplete or the bytes aren't UTF-8.
    public var percentDecoded: String? { decoded(plusIsSpace: false) }

    /// The decoded text of forms and queries, where a plus is a space.
    public var formDecoded: String? { decoded(plusIsSpace: true) }

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

extension UInt8 {
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
