#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the server answers to programs, in the words of OpenAPI 3.1 (spec.openapis.org/oas/v3.1.0).
///
/// Names of lists and categories and the bounds of parameters come from the code that checks them.
enum OpenAPI {
    /// The document, its keys in alphabetical order.
    static func document(version: String) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(root(version: version))
    }

    static func root(version: String) -> JSON {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Freshet",
                "version": .string(version.isEmpty ? "0" : version),
                "summary": "What happens in GitHub repositories, in the natural world and on Hacker News.",
                "description": .string(description),
                "license": ["name": "MIT", "identifier": "MIT"],
            ],
            "servers": [["url": "/"]],
            "security": [[:], ["bearer": []], ["cookie": []]],
            "tags": [
                ["name": "feeds", "description": "What is known of a feed, and what changes in it."],
                ["name": "readers", "description": "The same for feed readers."],
                ["name": "changes", "description": "What a reader does: following, marking, refreshing."],
                ["name": "server", "description": "How the server does."],
            ],
            "paths": feedPaths.with(readerPaths).with(changePaths).with(serverPaths),
            "components": [
                "parameters": parameters,
                "responses": responses,
                "schemas": schemas.with(itemSchemas),
                "securitySchemes": [
                    "bearer": [
                        "type": "http", "scheme": "bearer", "description": "The server's token, if it has one.",
                    ],
                    "cookie": ["type": "apiKey", "in": "cookie", "name": "freshet-token"],
                ],
            ],
        ]
    }

    private static let description = """
        A feed that nobody follows is asked for first, if that is due, for up to 20 seconds; all others are answered at once. \
        With `Accept: text/event-stream` the same address tells each new state as an event until the client leaves: \
        `id` to come back with in `Last-Event-ID`, `event: state`, and the document in `data`; a comment each 15 seconds shows that the server is there. \
        Answers have an `ETag`: asked with `If-None-Match`, what has not changed is a 304. `HEAD` is answered wherever `GET` is. \
        Every change is a `POST`, answered with 204 to `Accept: application/json` and with 303 to a form.
        """

    static func reference(_ kind: String, _ name: String) -> JSON {
        ["$ref": .string("#/components/\(kind)/\(name)")]
    }
}
