import FeedStore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Platform

/// A response before it is encoded for one client: what its head and body depend on isn't decided yet.
struct ServerResponse: Sendable {
    enum Body: Sendable {
        case nothing
        /// Bytes that may be compressed, and aren't sent to clients that have them.
        case content(EncodedBody)
        /// A large body of this type, made as it is sent; the function returns nil at its end, and blocks.
        case parts(type: String, @Sendable () throws -> [UInt8]?)
        /// Live updates, until the client leaves.
        case events(LiveClient, EventWriter)
    }

    var status: HTTPResponse.Status = .ok
    var headers: HTTPFields = [:]
    var body: Body = .nothing
    /// The account that the request was from, for the log; nil if it isn't known.
    var account: Account.ID?
    /// True if a client that has the content gets 304 instead of it.
    var mayBeNotModified = true

    /// A page or a document that clients revalidate each time.
    static func content(_ content: EncodedBody, status: HTTPResponse.Status = .ok) -> ServerResponse {
        ServerResponse(status: status, headers: [.cacheControl: "private, no-cache"], body: .content(content))
    }

    /// A response without a body.
    static func empty(_ status: HTTPResponse.Status) -> ServerResponse { ServerResponse(status: status) }

    /// A redirect to another page, to get.
    static func seeOther(_ path: String) -> ServerResponse {
        ServerResponse(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }
}

extension ServerResponse {
    /// The head and the bytes to send for a request; no bytes for live updates.
    typealias Encoded = (head: HTTPResponse, bytes: ByteBuffer?)

    /// Encodes the response for this request.
    func encoded(for request: HTTPRequest) -> Encoded {
        var fields = SecurityHeaders.all
        for field in headers where fields.contains(field.name) { fields[field.name] = nil }
        fields.append(contentsOf: headers)
        if case .parts(let type, _) = body { fields[.contentType] = type }
        guard case .content(let content) = body else {
            return (HTTPResponse(status: status, headerFields: fields), nil)
        }
        fields[.contentType] = content.type
        if status == .ok { fields[.eTag] = content.eTag }
        let vary = fields[.vary]
        fields[.vary] = vary.map { $0 + ", Accept-Encoding" } ?? "Accept-Encoding"
        let isRead = request.method == .get || request.method == .head
        if isRead, status == .ok, mayBeNotModified, content.isKnown(to: request.headerFields[.ifNoneMatch]) {
            return (HTTPResponse(status: .notModified, headerFields: fields), nil)
        }
        var bytes = content.bytes
        if AcceptEncoding(request.headerFields[.acceptEncoding]).allowsGzip, let gzipped = content.gzipped {
            bytes = gzipped
            fields[.contentEncoding] = "gzip"
        }
        fields[.contentLength] = String(bytes.readableBytes)
        return (HTTPResponse(status: status, headerFields: fields), request.method == .head ? nil : bytes)
    }
}

extension Response {
    /// The response to this request.
    init(_ response: ServerResponse, _ encoded: ServerResponse.Encoded, to request: HTTPRequest) {
        let (head, bytes) = encoded
        if case .parts(_, let next) = response.body, request.method != .head {
            self.init(
                status: head.status, headers: head.headerFields,
                body: ResponseBody { writer in
                    while let part = try await blocking(next) { try await writer.write(ByteBuffer(bytes: part)) }
                    try await writer.finish(nil)
                })
            return
        }
        self.init(
            status: head.status, headers: head.headerFields,
            body: bytes.map { ResponseBody(byteBuffer: $0) } ?? ResponseBody())
    }
}

/// The headers of every response that restrict browsers.
enum SecurityHeaders {
    static let all: HTTPFields = [
        .contentSecurityPolicy: [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
            // Players load the files of items from their hosts, when the reader presses play.
            "media-src http: https:", "connect-src 'self'",
            "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'", "manifest-src 'self'",
            "worker-src 'self'",
        ].joined(separator: "; "),
        .xContentTypeOptions: "nosniff",
        // With no-referrer, browsers would send our own forms without an origin.
        .referrerPolicy: "same-origin",
        .permissionsPolicy: "camera=(), geolocation=(), microphone=()",
        .openerPolicy: "same-origin",
        .resourcePolicy: "same-origin",
    ]
}
