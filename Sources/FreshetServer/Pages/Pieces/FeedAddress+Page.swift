extension FeedAddress {
    /// The address of the page: `/news/top`.
    var path: String { "/" + parts.map(\.percentEncoded).joined(separator: "/") }

    /// The feed's name for people.
    var title: String { parts.joined(separator: "/") }

    /// The first part of the feed's key, by which marks are kept: `github`, `planet`, `news`.
    var upstream: String { parts[0] }
}

extension String {
    /// The text as a part of a path (RFC 3986, unreserved characters as they are).
    var percentEncoded: String {
        var result = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += (digits.count == 1 ? "%0" : "%") + digits
            }
        }
        return result
    }
}
