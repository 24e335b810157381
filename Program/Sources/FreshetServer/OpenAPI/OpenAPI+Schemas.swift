extension OpenAPI {
    /// Documents; `docs/json.md` tells what the fields mean.
    static var schemas: JSON {
        [
            "GitHubDocument": document("GitHubItem"), "CategoriesDocument": document("Category"),
            "EventsDocument": document("NaturalEvent"), "StoriesDocument": document("Story"),
            "Problem": object([
                "title": string, "status": ["type": "integer", "minimum": 400, "maximum": 599], "detail": string,
            ]),
            "Health": object(
                [
                    "status": ["type": "string", "enum": ["ok", "failing"]], "problem": string, "version": string,
                    "clients": count, "watches": count, "connections": count,
                ], optional: ["problem"]),
            "JSONFeed": object([
                "version": ["const": "https://jsonfeed.org/version/1.1"], "title": string, "language": string,
                "home_page_url": string, "feed_url": string, "authors": list(object(["name": string])),
                "items": list(object(["id": string, "title": string, "content_text": string])),
            ]),
            "Ledger": object([
                "requests": list(
                    object([
                        "feed": string, "url": string, "requester": string, "requestedAt": date,
                        "status": orNull("integer"), "error": orNull("string"), "message": orNull("string"),
                        "nextAllowedAt": dateOrNull, "rule": orNull("string"), "count": count,
                    ])),
                "quotas": list(
                    object([
                        "host": string, "resource": string, "requester": string, "limit": orNull("integer"),
                        "remaining": ["type": "integer"], "resetAt": date, "seenAt": date,
                    ])),
                "forecast": orNull(
                    object([
                        "feeds": count, "pollInterval": count, "requestsNeeded": count, "requestsAllowed": count,
                        "interval": count, "sentence": string,
                    ])),
            ]),
        ]
    }

    /// What feeds have items of.
    static var itemSchemas: JSON {
        [
            "GitHubItem": object([
                "id": string, "type": string, "title": string, "url": string, "repository": string, "date": dateOrNull,
                "author": orNull(object(["name": string, "avatarURL": orNull("string")])),
            ]),
            "Category": object([
                "id": string, "title": string, "description": orNull("string"), "eventCount": orNull("integer"),
                "openCount": orNull("integer"),
            ]),
            "NaturalEvent": object([
                "id": string, "title": string, "url": orNull("string"), "date": dateOrNull, "closed": dateOrNull,
                "categories": list(object(["id": string, "title": string])),
                "magnitude": orNull(object(["value": ["type": "number"], "unit": orNull("string")])),
                "coordinates": [
                    "type": ["array", "null"], "items": ["type": "number"], "minItems": 2, "maxItems": 2,
                    "description": "Longitude and latitude in degrees.",
                ],
                "sources": list(object(["id": string, "url": orNull("string")])),
            ]),
            "Story": object([
                "id": ["type": "integer"], "type": string, "title": string, "url": string, "author": orNull("string"),
                "score": orNull("integer"), "comments": orNull("integer"), "date": date,
            ]),
        ]
    }

    private static func document(_ item: String) -> JSON {
        object([
            "feed": string, "status": ["type": "string", "enum": ["fresh", "stored", "stale"]],
            "fetchedAt": dateOrNull, "skipped": count,
            "error": orNull(object(["kind": string, "message": string, "retryAt": dateOrNull])),
            "items": list(reference("schemas", item)),
        ])
    }

    private static let string: JSON = ["type": "string"]
    private static let count: JSON = ["type": "integer", "minimum": 0]
    private static let date: JSON = ["type": "string", "format": "date-time"]
    private static let dateOrNull: JSON = ["type": ["string", "null"], "format": "date-time"]

    private static func orNull(_ type: JSON) -> JSON {
        if case .string = type { return ["type": [type, "null"]] }
        return ["oneOf": [type, ["type": "null"]]]
    }

    private static func list(_ items: JSON) -> JSON { ["type": "array", "items": items] }

    /// Every field is always there unless it is named in `optional`; later versions may add some.
    private static func object(_ fields: [String: JSON], optional: Set<String> = []) -> JSON {
        [
            "type": "object", "properties": .object(fields),
            "required": JSON(fields.keys.filter { !optional.contains($0) }.sorted()),
        ]
    }
}
