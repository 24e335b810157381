import News
import OurPlanet

extension OpenAPI {
    /// A feed's address and what can be asked of it.
    private struct Described {
        let path: String
        let id: String
        let summary: String
        let schema: String
        let parameters: [JSON]
    }

    private static let feeds: [Described] = [
        Described(
            path: "/github/{owner}/{repository}", id: "Repository", summary: "What happens in a repository",
            schema: "GitHubDocument",
            parameters: [ref("owner"), ref("repository"), limit(gitHubMaximum)]),
        Described(
            path: "/github/trending/{language}", id: "Trending",
            summary: "What happens in the most starred repositories of a language", schema: "GitHubDocument",
            parameters: [ref("language"), limit(gitHubMaximum)]),
        Described(
            path: "/github/repositories", id: "Repositories", summary: "Public repositories, the oldest first",
            schema: "GitHubDocument", parameters: [limit(gitHubMaximum)]),
        Described(
            path: "/planet", id: "Planet", summary: "The categories of natural events", schema: "CategoriesDocument",
            parameters: [limit(otherMaximum), ref("days")]),
        Described(
            path: "/planet/{category}", id: "Category", summary: "The natural events of a category",
            schema: "EventsDocument", parameters: [ref("category"), limit(otherMaximum), ref("days")]),
        Described(
            path: "/news/{list}", id: "News", summary: "The stories of a list of Hacker News",
            schema: "StoriesDocument", parameters: [ref("list"), limit(otherMaximum)]),
    ]

    /// Documents and live updates.
    static var feedPaths: JSON {
        paths { feed in
            let content: JSON = [
                "application/json": ["schema": reference("schemas", feed.schema)],
                "text/event-stream": ["schema": ["type": "string"]],
            ]
            return [
                "/api" + feed.path: [
                    "get": [
                        "operationId": .string("get" + feed.id), "summary": .string(feed.summary), "tags": ["feeds"],
                        "parameters": .array(feed.parameters + [ref("lastEventID")]),
                        "responses": errors().with([
                            "200": [
                                "description": "The document; or its states as they come.", "content": content,
                                "headers": ["ETag": ["schema": ["type": "string"]]],
                            ]
                        ]),
                    ]
                ]
            ]
        }
    }

    /// Atom and JSON Feed.
    static var readerPaths: JSON {
        paths { feed in
            JSON.object([
                feed.path + ".atom": reader(feed, "Atom", "application/atom+xml", ["type": "string"]),
                feed.path + ".json": reader(
                    feed, "JSONFeed", "application/feed+json", reference("schemas", "JSONFeed")),
            ])
        }
    }

    private static func reader(_ feed: Described, _ format: String, _ type: String, _ schema: JSON) -> JSON {
        [
            "get": [
                "operationId": .string("get\(feed.id)As\(format)"), "summary": .string(feed.summary),
                "tags": ["readers"],
                "parameters": .array(feed.parameters),
                "responses": errors("Page").with([
                    "200": ["description": "The feed.", "content": .object([type: ["schema": schema]])],
                    "303": ["description": "Without the token that the server has: where to sign in."],
                ]),
            ]
        ]
    }

    private static func paths(_ path: (Described) -> JSON) -> JSON {
        feeds.reduce([:]) { $0.with(path($1)) }
    }

    /// What any of them may answer beside what was asked for.
    private static func errors(_ suffix: String = "") -> JSON {
        [
            "304": ["description": "Nothing has changed since the `ETag` that was told."],
            "400": reference("responses", "wrong" + suffix), "401": reference("responses", "unauthorized" + suffix),
            "404": reference("responses", "notFound" + suffix), "503": reference("responses", "busy" + suffix),
        ]
    }

    private static func ref(_ name: String) -> JSON { reference("parameters", name) }

    private static let gitHubMaximum = PageQuery.maximum(for: .repositories)
    private static let otherMaximum = PageQuery.maximum(for: .planet)

    private static func limit(_ maximum: Int) -> JSON {
        [
            "name": "limit", "in": "query", "allowEmptyValue": true, "description": "How many items at most.",
            "schema": ["type": "integer", "minimum": 1, "maximum": .number(maximum)],
        ]
    }

    static let parameters: JSON = [
        "owner": [
            "name": "owner", "in": "path", "required": true, "description": "The account.",
            // “trending” is the address of another feed.
            "schema": ["type": "string", "pattern": "^(?!trending$)[A-Za-z0-9_][A-Za-z0-9_-]{0,38}$"],
            "example": "apple",
        ],
        "repository": [
            "name": "repository", "in": "path", "required": true,
            "description": "Its name; where it ends in `.json` or `.atom`, the dot is written `%2E`.",
            "schema": [
                "type": "string", "pattern": "^(?!\\.{1,2}$)(?!.*\\.(json|atom)$)[A-Za-z0-9_.-]{1,100}$",
            ], "example": "swift",
        ],
        "language": [
            "name": "language", "in": "path", "required": true,
            "description": "A programming language, in any capitals.",
            "schema": [
                "type": "string",
                "pattern": "^(?!.*\\.(json|atom)$)(?=.*[^ ])[^\\x00-\\x1f\"\\x7f]{1,100}$",
            ], "example": "swift",
        ],
        "category": [
            "name": "category", "in": "path", "required": true,
            "schema": ["type": "string", "enum": JSON(Category.known)], "example": "wildfires",
        ],
        "list": [
            "name": "list", "in": "path", "required": true,
            "schema": ["type": "string", "enum": JSON(HackerNews.List.allCases.map(\.rawValue))], "example": "top",
        ],
        "days": [
            "name": "days", "in": "query", "allowEmptyValue": true,
            "description": "Open events, and those that were closed within so many days.",
            "schema": [
                "type": "integer", "minimum": .number(EONET.days.lowerBound), "maximum": .number(EONET.days.upperBound),
            ],
        ],
        "lastEventID": [
            "name": "Last-Event-ID", "in": "header",
            "description": "With `Accept: text/event-stream`: the last event that has come.",
            "schema": ["type": "string"],
        ],
    ]
}
