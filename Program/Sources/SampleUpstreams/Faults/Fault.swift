/// A failure of the sample server.
///
/// Faults that modify the correct response (truncated, slow, wrong or invalid bodies) count against limits like it.
package enum Fault: Sendable {
    /// A response with this status, these headers and this body.
    case status(Int, headers: [String: String] = [:], body: String = "")
    /// GitHub's 403 with `x-ratelimit-remaining: 0`, which resets after `reset` seconds by the sample's clock.
    case rateLimitedPrimary(reset: Int)
    /// GitHub's 429 with `retry-after` in seconds.
    case rateLimitedSecondary(retryAfter: Int)
    /// No response; ends when the client disconnects or the server stops.
    case hang
    /// The correct headers with `Content-Length` and half of the body; ends when the client disconnects or the server stops.
    case hangMidBody
    /// Half of the body immediately, then a byte every 100 ms.
    case slowBody
    /// The correct headers, then a byte every second.
    case drip
    /// The correct headers with `Content-Length`, half of the body, then a TCP reset.
    case resetMidBody
    /// A `Content-Length` of twice the body, which is followed by a normal end of the connection.
    case wrongLength
    /// A complete HTTP response with truncated JSON.
    case truncatedJSON
    /// `{"unexpected":true}` in place of a list, and a list of it in place of anything else.
    case wrongJSON
    /// 200 with the HTML page of a network that asks for a sign-in.
    case notJSON
    /// 200 with a picture.
    case wrongType
    /// Endless responses with status 103; ends when the client disconnects or the server stops.
    case informationalFlood
    /// 301 to the same address, endlessly.
    case redirectLoop
    /// 302 to this address.
    case redirect(to: String)
    /// An endless chunked JSON list, at most 64 MB/s; ends when the client disconnects or the server stops.
    case endlessBody
    /// 220 kB of gzip that expand to 227 MB of white space.
    case gzipBomb
    /// The JSON with invalid UTF-8 in a string.
    case invalidUTF8
    /// 200 with `Content-Length: 0`.
    case emptyBody
    /// The connection is closed normally without a response.
    case closeWithoutResponse
}

/// A fault, the requests that it applies to, and the number of times.
struct FaultRule: Sendable {
    let pattern: PathPattern
    let fault: Fault
    /// Nil for always.
    var left: Int?
}

extension Fault {
    /// Returns the fault with a name and its parameters, or throws a sentence that explains the mistake.
    static func named(_ name: String, _ parameters: [String: String]) throws(WrongOrder) -> Fault {
        func number(_ parameter: String) throws(WrongOrder) -> Int {
            guard let number = parameters[parameter].flatMap({ Int($0) }), number >= 0 else {
                throw WrongOrder("\(name) needs \(parameter)= and a whole number")
            }
            return number
        }
        if let fault = plain[name] { return fault }
        switch name {
        case "status": return .status(try number("status"), body: parameters["body"] ?? "")
        case "rateLimitedPrimary": return .rateLimitedPrimary(reset: try number("reset"))
        case "rateLimitedSecondary": return .rateLimitedSecondary(retryAfter: try number("retryAfter"))
        case "redirect":
            guard let address = parameters["to"] else { throw WrongOrder("redirect needs to= and an address") }
            return .redirect(to: address)
        default:
            let names = plain.keys + ["status", "rateLimitedPrimary", "rateLimitedSecondary", "redirect"]
            throw WrongOrder("fault= is one of \(names.sorted().joined(separator: ", "))")
        }
    }

    /// Faults without parameters.
    private static let plain: [String: Fault] = [
        "hang": .hang, "hangMidBody": .hangMidBody, "slowBody": .slowBody, "drip": .drip,
        "resetMidBody": .resetMidBody, "wrongLength": .wrongLength, "truncatedJSON": .truncatedJSON,
        "wrongJSON": .wrongJSON, "notJSON": .notJSON, "wrongType": .wrongType,
        "informationalFlood": .informationalFlood, "redirectLoop": .redirectLoop, "endlessBody": .endlessBody,
        "gzipBomb": .gzipBomb, "invalidUTF8": .invalidUTF8, "emptyBody": .emptyBody,
        "closeWithoutResponse": .closeWithoutResponse,
    ]
}

/// An invalid request for a fault, with the valid form.
struct WrongOrder: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// A path prefix with `*` for any characters except slashes, `$` for the end, and required parameters.
struct PathPattern: Sendable {
    private let path: [UInt8]
    private let isWhole: Bool
    private let parameters: [Substring]

    init(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path = parts[0]
        isWhole = path.hasSuffix("$")
        if isWhole { path.removeLast() }
        self.path = Array(path.utf8)
        parameters = parts.count > 1 ? parts[1].split(separator: "&") : []
    }

    func matches(_ target: String) -> Bool {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let given = parts.count > 1 ? parts[1].split(separator: "&") : []
        return parameters.allSatisfy(given.contains) && matches(path[...], Array(parts[0].utf8)[...])
    }

    private func matches(_ pattern: ArraySlice<UInt8>, _ target: ArraySlice<UInt8>) -> Bool {
        guard let first = pattern.first else { return target.isEmpty || !isWhole }
        if first == UInt8(ascii: "*") {
            var rest = target
            while true {
                if matches(pattern.dropFirst(), rest) { return true }
                guard let next = rest.first, next != UInt8(ascii: "/") else { return false }
                rest = rest.dropFirst()
            }
        }
        return target.first == first && matches(pattern.dropFirst(), target.dropFirst())
    }
}
