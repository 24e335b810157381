import HTTPTypes
import Platform
import WebText

/// A request to a made-up API.
struct SampleRequest: Sendable {
    let method: String
    /// The path with the query, as sent.
    let target: String
    /// The parts of the path, decoded; the last one is empty if the path ends in a slash.
    let path: [String]
    /// The query's parameters, decoded; the last of several with one name counts.
    let parameters: [String: String]
    private(set) var headers: HTTPFields
    /// `http://host:port`, as in the request.
    let origin: String
    let now: Date
    /// True if the response should be a gzip file.
    var takesGzip = false

    init(_ head: HTTPRequest, now: Date) {
        method = head.method.rawValue
        target = head.path ?? "/"
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts[0].split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            $0.formDecoded ?? String($0)
        }
        var parameters: [String: String] = [:]
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = sides.count > 1 ? sides[1] : ""
            parameters[sides[0].formDecoded ?? String(sides[0])] = value.formDecoded ?? String(value)
        }
        self.parameters = parameters
        headers = head.headerFields
        origin = "http://\(head.authority ?? "127.0.0.1")"
        self.now = now
    }

    /// The same request without validators, so that the response is complete.
    var withoutConditions: SampleRequest {
        var request = self
        request.headers[.ifNoneMatch] = nil
        request.headers[.ifModifiedSince] = nil
        return request
    }

    func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }

    func number(_ parameter: String) -> Double? {
        parameters[parameter].flatMap { Double($0) }
    }

    /// The line for the log.
    func logged(body: String) -> LoggedRequest {
        var fields: [String: String] = [:]
        for field in headers {
            let name = field.name.canonicalName
            fields[name] = fields[name].map { $0 + ", " + field.value } ?? field.value
        }
        return LoggedRequest(method: method, path: target, headers: fields, body: body, date: now)
    }
}
