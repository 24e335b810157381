import FeedStore
import News
import OurPlanet

extension OpenAPI {
    /// What a reader does.
    static var changePaths: JSON {
        [
            "/follow": change("follow", "Follows a repository", ["repository": repository], required: ["repository"]),
            "/unfollow": change(
                "unfollow", "Follows a repository no longer", ["repository": repository], required: ["repository"]),
            "/marks": change(
                "mark", "Marks items as read or saved, or as neither",
                [
                    "upstream": ["type": "string", "enum": ["github", "planet", "news"]],
                    "mark": ["type": "string", "enum": JSON(Mark.allCases.map(\.rawValue))],
                    "id": ids("The items, by the ids that documents tell.", atLeast: 1),
                ], required: ["upstream", "id", "mark"]),
            "/seen": change(
                "see", "Makes items count as seen, so that they are not new any more",
                ["feed": feed, "id": ids("The items; all that the page shows where there is none.", atLeast: 0)],
                required: ["feed"]),
            "/refresh": change(
                "refresh", "Asks the upstream now, within its limits", ["feed": feed], required: ["feed"]),
            "/login": login, "/logout": change("logout", "Takes the cookie away", [:], required: []),
        ]
    }

    private static let repository: JSON = [
        "description": "A repository's name, or the address of it or of a page in it.",
        "anyOf": [
            ["type": "string", "pattern": .string("^\(name)$")],
            ["type": "string", "pattern": .string("^https://github\\.com/\(name)$")],
        ],
        "examples": ["apple/swift", "https://github.com/apple/swift"],
    ]

    private static let name =
        #"[A-Za-z0-9_][A-Za-z0-9_-]{0,38}/(?!\.{1,2}$)(?!.*\.(git|json|atom)$)[A-Za-z0-9_.-]{1,96}"#
    private static let language = #"(?!.*\.(json|atom)$)(?=.*[^ ])[^\x00-\x1f"\x7f/?#%+]{1,100}"#

    private static let feed: JSON = {
        let lists = HackerNews.List.allCases.map(\.rawValue).joined(separator: "|")
        let categories = Category.known.joined(separator: "|")
        let gitHub = "github/(repositories|trending/\(language)|(?!trending/)\(name))"
        return [
            "type": "string", "description": "The path of the feed's page.", "examples": ["/news/top"],
            "pattern": .string("^/(news/(\(lists))|planet(/(\(categories)))?|\(gitHub))$"),
        ]
    }()

    /// A text or a number is as good as a list of one.
    private static func ids(_ description: String, atLeast minimum: Int) -> JSON {
        var list: JSON = ["type": "array", "items": text, "maxItems": 1000]
        var single = text
        if minimum > 0 {
            single = single.with(["minLength": 1])
            list = list.with(["contains": single])
        }
        return ["description": .string(description), "oneOf": [single, list]]
    }

    private static let text: JSON = [
        "type": ["string", "integer"], "minimum": .number(.min), "maximum": .number(.max),
    ]

    private static var login: JSON {
        let page: JSON = ["text/html": ["schema": ["type": "string"]]]
        return [
            "get": [
                "operationId": "getLogin", "summary": "The page to sign in", "tags": ["changes"], "security": [],
                "responses": [
                    "200": ["description": "The page.", "content": page],
                    "303": ["description": "There is no token: the page to go to."],
                    "304": ["description": "Nothing has changed."],
                ],
            ],
            "post": operation(
                "login", "Signs in: the cookie that is set lets the reader in from now on", ["token": text],
                required: []
            ).with([
                "security": [],
                "responses": answers.with([
                    "403": ["description": "The token is wrong.", "content": page],
                    "429": reference("responses", "tiredPage"),
                ]),
            ]),
        ]
    }

    private static func change(
        _ id: String, _ summary: String, _ fields: [String: JSON], required: [String]
    ) -> JSON {
        ["post": operation(id, summary, fields, required: required)]
    }

    private static func operation(
        _ id: String, _ summary: String, _ fields: [String: JSON], required: [String]
    ) -> JSON {
        // Other fields are passed over, if they are texts and numbers or lists of them.
        let schema: JSON = [
            "type": "object", "properties": .object(fields), "required": JSON(required),
            "additionalProperties": ["oneOf": [text, ["type": "array", "items": text]]],
        ]
        let page: JSON = [
            "type": "object",
            "properties": [
                "return": [
                    "type": "string", "description": "The path of the page to go to; anything else is passed over.",
                ]
            ],
        ]
        return [
            "operationId": .string(id), "summary": .string(summary), "tags": ["changes"], "responses": answers,
            "requestBody": [
                "required": .boolean(!required.isEmpty),
                "content": [
                    "application/json": ["schema": schema],
                    "application/x-www-form-urlencoded": ["schema": ["allOf": [schema, page]]],
                ],
            ],
        ]
    }

    private static var answers: JSON {
        [
            "204": ["description": "Done."], "303": ["description": "Done; the page to go to."],
            "400": reference("responses", "wrongPage"), "401": reference("responses", "unauthorizedPage"),
            "403": reference("responses", "foreignPage"), "413": reference("responses", "tooLargePage"),
            "415": reference("responses", "unsupportedPage"),
        ]
    }
}
