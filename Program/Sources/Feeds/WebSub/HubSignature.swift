import Platform

/// The value of `X-Hub-Signature`: `sha256=` and the HMAC of the body in hexadecimal digits (WebSub, 7).
package struct HubSignature: Sendable, Hashable {
    private let function: HashFunction
    private let code: [UInt8]

    /// Nil for an unknown method, and unless the code has the method's length.
    package init?(_ text: String) {
        let sides = text.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, let function = HashFunction(rawValue: sides[0].lowercased()) else { return nil }
        let digits = Array(sides[1].utf8)
        guard digits.count == function.length * 2 else { return nil }
        var code: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else { return nil }
            code.append(high << 4 | low)
        }
        (self.function, self.code) = (function, code)
    }

    /// Whether the body was signed with this secret. Takes the same time wherever the codes differ.
    package func isValid(for body: Data, secret: String) -> Bool {
        zip(code, body.hmac(function, key: secret)).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension HashFunction {
    /// The length of a code in bytes.
    fileprivate var length: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }
}
