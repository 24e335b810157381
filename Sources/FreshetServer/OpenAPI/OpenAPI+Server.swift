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

    static let responses: JSON = [
        "wrong": problem("A parameter or a field makes no sense; `detail` says what would."),
        "unauthorized": problem("The server has a token, and the request brought none or a wrong one."),
        "notFound": problem("There is no such feed."),
        "foreign": problem("The request comes from a page of another site."),
        "tooLarge": problem("The body is larger than any change needs."),
        "unsupported": problem("The body is neither a form nor JSON."),
        "busy": problem("As many clients are there as the server takes; `Retry-After` says when to come again."),
    ]

    private static func problem(_ description: String) -> JSON {
        [
            "description": .string(description),
            "content": ["application/problem+json": ["schema": reference("schemas", "Problem")]],
        ]
    }
}
