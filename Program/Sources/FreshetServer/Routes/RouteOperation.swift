import HTTPTypes
import Platform

/// The operation of a route for some methods: its parameters, its handler, and their documentation.
struct RouteOperation: Sendable {
    /// The handler of a request.
    enum Answer: Sendable {
        /// Reads. The query is checked before.
        case read(Read)
        /// Makes the change in a form. The source is checked and the body read before.
        case form(Change)
        /// Makes the change in a file. The source is checked and the body read before.
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
    /// True if the form may be left out.
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

    /// True if it changes something.
    var changes: Bool { form != nil || file != nil }

    /// The names that the query may have, in the order of messages; nil if it may have any.
    var queryNames: [String]? { parameters?.filter { $0.place == .query }.map(\.name) }
}

/// A response that an operation may have, as `/openapi.json` describes it.
struct Outcome: Sendable {
    let status: Int
    let response: JSONValue

    /// A document with one of the schemas in `Assets/openapi.json`.
    ///
    /// - Parameter hasPage: true if browsers get a page instead.
    static func json(
        _ schemas: String..., status: Int = 200, as description: String = "The document.", hasPage: Bool = false
    ) -> Outcome {
        let references = schemas.map { JSONValue.reference("schemas", $0) }
        let schema: JSONValue = references.count == 1 ? references[0] : ["oneOf": .array(references)]
        var content: JSONValue = ["application/json": ["schema": schema]]
        if hasPage { content["text/html"] = ["schema": .text] }
        return Outcome(status: status, response: ["description": .string(description), "content": content])
    }

    /// A response in another format.
    static func content(_ type: String, _ description: String, schema: JSONValue = .text) -> Outcome {
        Outcome(
            status: 200,
            response: ["description": .string(description), "content": [type: ["schema": schema]]])
    }

    /// No content.
    static func nothing(_ description: String = "Done, for programs.") -> Outcome {
        Outcome(status: 204, response: ["description": .string(description)])
    }

    /// A redirect to a page.
    static func redirect(_ description: String) -> Outcome {
        Outcome(status: 303, response: ["description": .string(description)])
    }

    /// The redirect after a form.
    static let page = redirect("Done, for forms: the page to go to.")

    /// An error: a document for programs, a page for browsers.
    static func problem(_ status: Int, _ description: String) -> Outcome {
        let content: JSONValue = [
            "application/problem+json": ["schema": .reference("schemas", "Problem")], "text/html": ["schema": .text],
            "text/plain": ["schema": .text],
        ]
        return Outcome(status: status, response: ["description": .string(description), "content": content])
    }

    /// One of the responses in `Assets/openapi.json`.
    static func shared(_ status: Int, _ name: String) -> Outcome {
        Outcome(status: status, response: .reference("responses", name))
    }
}

extension Route {
    /// The refusals that an operation may have, by the route's row.
    func refusals(of operation: RouteOperation) -> [Outcome] {
        var outcomes: [Outcome] = [.shared(403, "forbidden")]
        if !isOpen || operation.changes { outcomes.append(.shared(401, "unauthorized")) }
        if !isOpen || operation.changes || kind == .document {
            outcomes += [.shared(429, "limited"), .shared(503, "busy")]
        }
        if operation.changes {
            outcomes += [.shared(400, "invalid"), .shared(413, "tooLarge")]
            if operation.form != nil { outcomes += [.shared(404, "notFound"), .shared(415, "unsupported")] }
        } else {
            outcomes.append(.shared(304, "notModified"))
            if operation.parameters != nil { outcomes.append(.shared(400, "invalid")) }
            if path.fixed == nil { outcomes.append(.shared(404, "notFound")) }
            if !isOpen, kind != .document { outcomes.append(.shared(303, "signIn")) }
        }
        return outcomes
    }
}
