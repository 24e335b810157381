import HTTPTypes

/// A response that an operation may have, as `/openapi.json` describes it.
struct Outcome: Sendable {
    let status: Int
    let response: JSONValue

    /// A document with one of the schemas in `Assets/openapi.json`.
    ///
    /// - Parameter hasPage: whether browsers get a page instead.
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
    /// The refusals that an operation may have, by what the route's row says.
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
