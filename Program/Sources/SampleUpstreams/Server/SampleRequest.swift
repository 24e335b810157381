internal import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What the made-up APIs see of a request.
struct SampleRequest: Sendable {
    let method: String
    /// The path with the query, as it was sent.
    let target: String
    /// The path's parts, decoded; the last one is empty when the path ends in a slash.
    let path: [String]
    /// The query's parameters, decoded; of equal names the last counts.
    let parameters: [String: String]
    let headers: HTTPFields
    /// `http://host:port`, as the client names it.
    let origin: String
    let now: Date
    /// Whether the answer is to be a gzip file.
    var takesGzip = false

    init(_ head: HTTPRequest, now: Date) {
        method = head.method.rawValue
        target = head.path ?? "/"
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts[0].split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(Self.decoded)
        var parameters: [String: String] = [:]
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            parameters[Self.decoded(sides[0])] = sides.count > 1 ? Self.decoded(sides[1]) : ""
        }
        self.parameters = parameters
        headers = head.headerFields
        origin = "http://\(head.authority ?? "127.0.0.1")"
        self.now = now
    }

    func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }

    func number(_ parameter: String) -> Double? {
        parameters[parameter].flatMap { Double($0) }
    }

    /// What is sent when the request is written down.
    func logged() -> LoggedRequest {
        var fields: [String: String] = [:]
        for field in headers {
            let name = field.name.canonicalName
            fields[name] = fields[name].map { $0 + ", " + field.value } ?? field.value
        }
        return LoggedRequest(method: method, path: target, headers: fields, date: now)
    }

    /// Undoes percent encoding and plus signs; a `%` without two digits stays as it is.
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(Substring(rest.prefix(2)), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
