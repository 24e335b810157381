extension OpenAPI {
    /// How the server does.
    static var serverPaths: JSON {
        [
            "/api/status": [
                "get": [
                    "operationId": "getStatus", "tags": ["server"],
                    "summary": "What was asked of the upstreams, what is left, and when the next request is allowed",
                    "responses": [
                        "200": json("The ledger.", "Ledger"), "304": ["description": "Nothing has changed."],
                        "401": reference("responses", "unauthorized"),
                    ],
                ]
            ],
            "/health": [
                "get": [
                    "operationId": "getHealth", "summary": "Whether the server does what it should", "tags": ["server"],
                    "security": [],
                    "responses": ["200": json("It does.", "Health"), "503": json("It does not.", "Health")],
                ]
            ],
            "/openapi.json": [
                "get": [
                    "operationId": "getOpenAPI", "summary": "This document", "tags": ["server"],
                    "responses": [
                        "200": [
                            "description": "The document.",
                            "content": ["application/json": ["schema": ["type": "object"]]],
                        ],
                        "304": ["description": "Nothing has changed."],
                        "401": reference("responses", "unauthorized"),
                    ],
                ]
            ],
        ]
    }

    private static func json(_ description: String, _ schema: String) -> JSON {
        [
            "description": .string(description),
            "content": ["application/json": ["schema": reference("schemas", schema)]],
        ]
    }

    /// What goes wrong, for programs, and `…Page` for addresses that people ask, too.
    static var responses: JSON {
        let all: [(name: String, description: String)] = [
            ("wrong", "A parameter or a field makes no sense; `detail` says what would."),
            ("unauthorized", "The server has a token, and the request brought none or a wrong one."),
            ("notFound", "There is no such feed."), ("foreign", "The request comes from a page of another site."),
            ("tooLarge", "The body is larger than any change needs."),
            ("unsupported", "The body is neither a form nor JSON."),
            ("tired", "Too many wrong tokens were tried within a minute."),
            ("busy", "As many clients are there as the server takes; `Retry-After` says when to come again."),
        ]
        return .object(
            .init(
                uniqueKeysWithValues: all.flatMap { name, description in
                    [(name, problem(description, [:])), (name + "Page", problem(description, ["text/html": text]))]
                }))
    }

    /// Short answers to what is not even understood, or not let in, are plain text.
    private static func problem(_ description: String, _ others: JSON) -> JSON {
        let content: JSON = [
            "application/problem+json": ["schema": reference("schemas", "Problem")], "text/plain": text,
        ]
        return ["description": .string(description), "content": content.with(others)]
    }

    private static let text: JSON = ["schema": ["type": "string"]]
}
