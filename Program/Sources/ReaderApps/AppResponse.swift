import Feeds
import HTTPTypes
import Platform
import Synchronization

/// A response to a reader app.
package struct AppResponse: Sendable {
    /// The status.
    package var status: HTTPResponse.Status
    /// The value of `Content-Type`; nil without a body.
    package var type: String?
    /// The body.
    package var body: Data
    /// Further header fields.
    package var headers: HTTPFields
    /// Returns the next part of the body after ``body``; nil at its end. Blocks the calling thread on the store.
    package var nextPart: (@Sendable () throws -> Data?)?

    init(_ status: HTTPResponse.Status = .ok, type: String? = nil, _ body: Data = Data(), headers: HTTPFields = [:]) {
        self.status = status
        self.type = type
        self.body = body
        self.headers = headers
    }

    static func text(_ text: String, _ status: HTTPResponse.Status = .ok) -> AppResponse {
        AppResponse(status, type: "text/plain; charset=utf-8", Data(text.utf8))
    }

    /// The members are sorted, so that the same answer has the same validator.
    static func json(_ document: some Encodable, _ status: HTTPResponse.Status = .ok) throws -> AppResponse {
        AppResponse(status, type: jsonType, try encoded(document))
    }

    static func json(text: String) -> AppResponse { AppResponse(type: jsonType, Data(text.utf8)) }

    /// An object with one more member, a list that is encoded already.
    static func json(_ document: some Encodable, _ name: String, _ list: Data) throws -> AppResponse {
        // Without its closing brace.
        var body = try encoded(document).dropLast()
        body.append(contentsOf: ",\"\(name)\":".utf8)
        body.append(list)
        body.append(UInt8(ascii: "}"))
        return AppResponse(type: jsonType, body)
    }

    /// The same with a list that is made as it is sent.
    static func json(
        _ document: some Encodable, _ name: String, in parts: @escaping @Sendable () throws -> Data?
    ) throws -> AppResponse {
        var response = try json(document, name, Data())
        response.body.removeLast()
        let end = Mutex<Data?>(Data("}".utf8))
        response.nextPart = { try parts() ?? end.withLock { $0.take() } }
        return response
    }

    static func encoded(_ document: some Encodable) throws -> Data { try JSONEncoder.documents.encode(document) }

    private static let jsonType = "application/json; charset=utf-8"
}

/// A request that can't be answered as it is.
struct AppRequestError: Error {
    let status: HTTPResponse.Status
    let message: String

    static func invalid(_ message: String) -> AppRequestError { AppRequestError(status: .badRequest, message: message) }
    static let notFound = AppRequestError(status: .notFound, message: "There is nothing at this address.")
}
