import Feeds
import HTTPTypes
import Platform
import Synchronization
import WebText

/// A request of a reader app.
package struct AppRequest: Sendable {
    /// The method.
    package let method: HTTPRequest.Method
    /// The path below the API's base, percent-encoded, without a slash at its start: `reader/api/0/token`.
    package let path: String
    /// The header fields.
    package let headers: HTTPFields
    /// The body; for a form with a file, the file.
    package let body: Data
    /// The parameters of the query, in order.
    let query: [Parameter]
    /// The parameters of the query and of the body, in this order.
    let parameters: [Parameter]

    struct Parameter: Sendable, Hashable {
        let name, value: String
    }

    /// A request.
    ///
    /// The body is read as a form even if its media type is wrong or missing: some programs send such requests. It may also be
    /// a form of parts (`multipart/form-data`).
    /// - Parameter query: the query as received, without the question mark.
    package init(method: HTTPRequest.Method, path: String, query: String, headers: HTTPFields, body: Data) {
        self.method = method
        self.path = path
        self.headers = headers
        self.query = Self.parameters(query)
        let type = headers[.contentType] ?? ""
        if MultipartForm.isType(type) {
            let form = MultipartForm(body, contentType: type)
            self.body = form?.file ?? Data()
            let fields = form?.parts.filter { $0.fileName == nil } ?? []
            parameters =
                self.query
                + fields.map { Parameter(name: $0.name, value: String(decoding: $0.contents, as: UTF8.self)) }
        } else {
            self.body = body
            parameters = self.query + (Self.isForm(body) ? Self.parameters(String(decoding: body, as: UTF8.self)) : [])
        }
    }

    /// Returns true if the body may be a form: it isn't a JSON or XML document.
    private static func isForm(_ body: Data) -> Bool {
        guard let first = body.first(where: { !" \t\r\n".utf8.contains($0) }) else { return false }
        return first != UInt8(ascii: "{") && first != UInt8(ascii: "[") && first != UInt8(ascii: "<")
    }

    /// Takes names and values with invalid escapes as they are: left out, they would count as not sent.
    private static func parameters(_ text: String) -> [Parameter] {
        text.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }, value = pair.dropFirst(name.count + 1)
            return Parameter(name: name.formDecoded ?? String(name), value: value.formDecoded ?? String(value))
        }
    }

    /// Returns the rest of the path after its beginning, decoded as a whole.
    ///
    /// It may be an address, whose slashes needn't be escaped. Nil if it begins otherwise or has invalid escapes.
    func rest(after beginning: String) -> String? {
        path.hasPrefix(beginning + "/") ? path.dropFirst(beginning.utf8.count + 1).percentDecoded : nil
    }

    /// The parts of the path, decoded; those with invalid escapes are empty.
    var parts: [String] { path.split(separator: "/", omittingEmptySubsequences: true).map { $0.percentDecoded ?? "" } }

    /// The first value of that name that isn't empty.
    subscript(name: String) -> String? { parameters.first { $0.name == name && !$0.value.isEmpty }?.value }

    /// All values of that name.
    func all(_ name: String) -> [String] { parameters.filter { $0.name == name }.map(\.value) }

    /// Returns true if there is a parameter of that name, with or without a value.
    func has(_ name: String) -> Bool { parameters.contains { $0.name == name } }

    /// The whole number of that name, or the largest one if it is larger; nil if it is missing. Fails if it isn't one.
    func number(_ name: String) throws -> Int? {
        guard let text = self[name] else { return nil }
        if let number = Int(text) { return number }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw AppRequestError.invalid("“\(text)” isn't a number. Use a whole number in “\(name)”.")
        }
        return .max
    }

    /// The instant of that name, in seconds since 1970; nil if it is missing. Fails if it isn't one.
    func date(_ name: String) throws -> Date? {
        try number(name).map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    /// The boolean of that name, in each form that Miniflux reads; nil if it is missing. Fails if it isn't one.
    func flag(_ name: String) throws -> Bool? {
        guard let text = self[name] else { return nil }
        guard let flag = Bool(parameter: text) else {
            throw AppRequestError.invalid("“\(text)” isn't true or false. Use one of them in “\(name)”.")
        }
        return flag
    }
}

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
