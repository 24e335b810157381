import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The answer to a request, independent of how HTTP carries it.
struct Answer: Sendable {
    enum Body: Sendable {
        case nothing
        /// Bytes that may be compressed, and aren't sent to clients that have them.
        case content(Content)
        /// Bytes as they become available.
        case stream(ResponseBody)
    }

    var status: HTTPResponse.Status = .ok
    var headers: HTTPFields = [:]
    var body: Body = .nothing

    /// A page or a document that clients revalidate each time.
    static func content(_ content: Content, status: HTTPResponse.Status = .ok) -> Answer {
        Answer(status: status, headers: [.cacheControl: "private, no-cache"], body: .content(content))
    }

    /// An answer without a body.
    static func empty(_ status: HTTPResponse.Status) -> Answer { Answer(status: status) }

    /// A redirect to another page, to get.
    static func seeOther(_ path: String) -> Answer {
        Answer(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }
}

extension Response {
    /// The response that carries an answer to this request.
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
