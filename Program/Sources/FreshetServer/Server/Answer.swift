import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// What a request is answered with, before it is put into HTTP.
struct Answer: Sendable {
    enum Body: Sendable {
        case nothing
        /// Whole bytes, which may be compressed, and need not be sent to whom has them.
        case content(Content)
        /// Bytes as they come.
        case stream(ResponseBody)
    }

    var status: HTTPResponse.Status = .ok
    var headers: HTTPFields = [:]
    var body: Body = .nothing

    /// A page or a document that has to be asked for again each time; whether it has changed, its validator tells.
    static func content(_ content: Content, status: HTTPResponse.Status = .ok) -> Answer {
        Answer(status: status, headers: [.cacheControl: "private, no-cache"], body: .content(content))
    }

    /// Nothing but a status.
    static func empty(_ status: HTTPResponse.Status) -> Answer { Answer(status: status) }

    /// Another page, which is asked for by `GET`.
    static func seeOther(_ path: String) -> Answer {
        Answer(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }
}

extension Response {
    /// Puts an answer into HTTP for this request.
    init(_ answer: Answer, to request: HTTPRequest) {
        var headers = SecurityHeaders.all
        headers.append(contentsOf: answer.headers)
        switch answer.body {
        case .nothing: self.init(status: answer.status, headers: headers)
        case .stream(let body): self.init(status: answer.status, headers: headers, body: body)
        case .content(let content):
            headers[.contentType] = content.type
            if answer.status == .ok { headers[.eTag] = content.eTag }
            let vary = headers[.vary]
            headers[.vary] = vary.map { $0 + ", Accept-Encoding" } ?? "Accept-Encoding"
            let isRead = request.method == .get || request.method == .head
            if isRead, answer.status == .ok, content.isKnown(to: request.headerFields[.ifNoneMatch]) {
                self.init(status: .notModified, headers: headers)
                return
            }
            var bytes = content.bytes
            if AcceptEncoding(request.headerFields[.acceptEncoding]).allowsGzip, let gzipped = content.gzipped {
                bytes = gzipped
                headers[.contentEncoding] = "gzip"
            }
            headers[.contentLength] = String(bytes.readableBytes)
            self.init(
                status: answer.status, headers: headers,
                body: request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: bytes))
        }
    }
}
