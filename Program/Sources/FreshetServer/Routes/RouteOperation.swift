import HTTPTypes
import Platform

/// What a route does for some methods: the parameters, the handler, and their documentation.
struct RouteOperation: Sendable {
    /// What answers a request.
    enum Answer: Sendable {
        /// Reads. The query is checked before.
        case read(Read)
        /// Changes something, as a form says. The source is checked and the body read before.
        case form(Change)
        /// Changes something, as a file says. The source is checked and the body read before.
        case file(Upload)
        /// Checks the source, and reads the query and the body itself.
        case unchecked(Read)
    }

    typealias Read = @Sendable (RequestHandler, IncomingRequest) throws -> Handling
    typealias Change = @Sendable (RequestHandler, Form, IncomingRequest) async throws -> ServerResponse
    typealias Asking = @Sendable (RequestHandler, Form, IncomingRequest) async throws -> Question?
    typealias Upload = @Sendable (RequestHandler, Data, IncomingRequest) async throws -> ServerResponse

    /// A section of `/openapi.json`.
    enum Tag: String, Sendable {
        case feeds, readers, changes, server
    }

    /// The methods, in the order of the `Allow` header.
    let methods: [HTTPRequest.Method]
    let summary: String
    /// Its id in `/openapi.json`; nil if it isn't for programs, and not listed there.
    var id: String?
    var tag = Tag.server
    /// The parameters of the path, the query and the header; nil if the query may have any.
    var parameters: [Parameter]?
    /// The fields of the form that it accepts; nil if it accepts none.
    var form: [Parameter]?
    /// Whether the form may be left out.
    var mayBeEmpty = false
    /// Finds the question of a form that asks before it removes something; nil if no form does.
    var question: Asking?
    /// The contents of the file that it accepts, by content type.
    var file: JSONValue?
    /// The responses besides refusals.
    var outcomes: [Outcome] = []
    let answer: Answer

    /// Answers `GET` and `HEAD`.
    static func get(
        _ summary: String, id: String? = nil, in tag: Tag = .server, _ parameters: [Parameter]? = nil,
        gives outcomes: [Outcome] = [], answer: @escaping Read
    ) -> RouteOperation {
        RouteOperation(
            methods: [.get, .head], summary: summary, id: id, tag: tag, parameters: parameters, outcomes: outcomes,
            answer: .read(answer))
    }

    /// Answers `POST` with a form.
    static func post(
        _ summary: String, id: String? = nil, _ form: [Parameter] = [], mayBeEmpty: Bool = false,
        gives outcomes: [Outcome] = [], asks question: Asking? = nil, answer: @escaping Change
    ) -> RouteOperation {
        RouteOperation(
            methods: [.post], summary: summary, id: id, tag: .changes, form: form, mayBeEmpty: mayBeEmpty,
            question: question, outcomes: outcomes, answer: .form(answer))
    }

    /// Answers `POST` with a file.
    static func upload(
        _ summary: String, id: String, contents: JSONValue, gives outcomes: [Outcome], answer: @escaping Upload
    ) -> RouteOperation {
        RouteOperation(
            methods: [.post], summary: summary, id: id, tag: .changes, file: contents, outcomes: outcomes,
            answer: .file(answer))
    }

    /// Whether it changes something.
    var changes: Bool { form != nil || file != nil }

    /// The names that the query may have, in the order of messages; nil if it may have any.
    var queryNames: [String]? { parameters?.filter { $0.place == .query }.map(\.name) }
}
