extension OpenAPI {
    /// What a reader does.
    static var changePaths: JSON {
        [
            "/follow": change(
                "follow", "Follows a repository",
                ["repository": text("A repository's name or address, such as `apple/swift`.")], required: ["repository"]
            ),
            "/unfollow": change(
                "unfollow", "Follows a repository no longer", ["repository": text("As `follow` took it.")],
                required: ["repository"]),
            "/marks": change(
                "mark", "Marks items as read or saved, or as neither",
                [
                    "upstream": ["type": "string", "enum": ["github", "planet", "news"]],
                    "id": texts("The items' ids, as the documents tell them."),
                    "mark": ["type": "string", "enum": ["read", "unread", "saved", "unsaved"]],
                ], required: ["upstream", "id", "mark"]),
            "/seen": change(
                "see", "Makes items count as seen: they are not new any more",
                ["feed": feed, "id": texts("The items' ids; all that are shown where there is none.")],
                required: ["feed"]),
            "/refresh": change(
                "refresh", "Asks the upstream now, within its limits", ["feed": feed], required: ["feed"]),
        ]
    }

    private static let feed: JSON = [
        "type": "string", "description": "The feed's path, such as `/news/top`.", "examples": ["/news/top"],
    ]

    private static func text(_ description: String) -> JSON { ["type": "string", "description": .string(description)] }

    private static func texts(_ description: String) -> JSON {
        ["type": "array", "items": ["type": "string"], "description": .string(description)]
    }

    private static func change(
        _ id: String, _ summary: String, _ fields: [String: JSON], required: [String]
    ) -> JSON {
        let fields = fields.merging(["return": text("For forms: the path of the page to go to.")]) { own, _ in own }
        let schema: JSON = ["type": "object", "properties": .object(fields), "required": JSON(required)]
        return [
            "post": [
                "operationId": .string(id), "summary": .string(summary), "tags": ["changes"],
                "requestBody": [
                    "required": true,
                    "content": [
                        "application/json": ["schema": schema],
                        "application/x-www-form-urlencoded": ["schema": schema],
                    ],
                ],
                "responses": [
                    "204": ["description": "Done."], "303": ["description": "Done; the page to go to."],
                    "400": reference("responses", "wrong"), "401": reference("responses", "unauthorized"),
                    "403": reference("responses", "foreign"), "413": reference("responses", "tooLarge"),
                    "415": reference("responses", "unsupported"),
                ],
            ]
        ]
    }
}
