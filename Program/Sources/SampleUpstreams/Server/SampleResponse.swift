import HTTPTypes

/// A response: a status, headers in the upstream's spelling, and the body.
struct SampleResponse: Sendable {
    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    init(_ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    init(_ status: Int, json: JSON, style: JSON.Style = .compact, headers: [(name: String, value: String)] = []) {
        self.init(
            status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers, body: json.text(style))
    }

    init(_ status: Int, html: String) {
        self.init(status, headers: [("Content-Type", "text/html; charset=utf-8")], body: Array(html.utf8))
    }

    /// The head with a length, except for statuses without a body.
    func head(date: String, length: Int?) -> HTTPResponse {
        var fields = HTTPFields()
        for (name, value) in headers + [("Date", date)] {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        if let length, status != 304, status != 204 { fields[.contentLength] = String(length) }
        return HTTPResponse(status: .init(code: status), headerFields: fields)
    }
}
