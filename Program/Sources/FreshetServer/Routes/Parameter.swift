/// A value that a request sends beside the fixed parts of its path, and its type.
struct Parameter: Sendable {
    enum Place: String, Sendable {
        case query, path, header
        /// A field of a form.
        case body
    }

    let name: String
    /// Its type as JSON Schema.
    let schema: JSONValue
    let description: String?
    var place = Place.query
    var isRequired = false
    /// True if `/openapi.json` lists it; only the page's scripts send the others.
    var isDocumented = true
    /// True if `/openapi.json` describes it once for all operations.
    var isShared = false

    init(_ name: String, _ schema: JSONValue, _ description: String? = nil) {
        (self.name, self.schema, self.description) = (name, schema, description)
    }

    /// A variable of the path.
    static func path(_ name: String, _ description: String? = nil) -> Parameter {
        var parameter = Parameter(name, ["type": "string", "minLength": 1], description)
        (parameter.place, parameter.isRequired) = (.path, true)
        return parameter
    }

    /// A field of a form.
    static func field(_ name: String, _ schema: JSONValue, _ description: String? = nil) -> Parameter {
        var parameter = Parameter(name, schema, description)
        parameter.place = .body
        return parameter
    }

    /// A field that a form must have.
    static func required(_ name: String, _ schema: JSONValue, _ description: String? = nil) -> Parameter {
        var parameter = field(name, schema, description)
        parameter.isRequired = true
        return parameter
    }

    /// A parameter that only the page's scripts and links send.
    static func pageOnly(_ name: String) -> Parameter {
        var parameter = Parameter(name, .text)
        parameter.isDocumented = false
        return parameter
    }

    private static func shared(_ name: String, _ schema: JSONValue, _ description: String) -> Parameter {
        var parameter = Parameter(name, schema, description)
        parameter.isShared = true
        return parameter
    }
}

extension Parameter {
    static let limit = shared("limit", ["type": "integer", "minimum": 1], "The maximum number of items.")
    static let days = shared(
        "days", ["type": "integer", "minimum": 1], "How many days back, for feeds with a range of days.")
    static let order = shared(
        "order", .text,
        "The order: the name of one of the feed's orders, such as `newest`, `points` or `magnitude`.")
    static let type = shared("type", .text(atMost: 64), "Only items of this kind, such as `PushEvent`.")
    static let unread = shared("unread", .yesOrNo, "Whether read items are left out.")
    static let lastEventID: Parameter = {
        var parameter = shared(
            "Last-Event-ID", .text, "With `Accept: text/event-stream`: the last event received.")
        parameter.place = .header
        return parameter
    }()

    /// The name of a shared parameter among the components of `/openapi.json`.
    var componentName: String { place == .header ? "lastEventID" : name }

    static let query = Parameter("q", .text(atMost: SearchPage.longest), "The query.")
    static let searchedFeed = Parameter("in", .text, "A feed's address, or the beginning of one.")
    static func sort(_ description: String) -> Parameter {
        Parameter("sort", .words("rank", "date", "arrival"), description)
    }
    static let listedFeed = Parameter("feed", .text, "Only this feed: the path of its page.")
    static let stories = Parameter("stories", .yesOrNo, "Whether a story that several items tell is one item.")
    static let listedFolder = Parameter("folder", .text, "Only the feeds in this folder.")
    static let testedRule = Parameter("rule", .text(atMost: RulesPage.longest), "A rule to test.")

    /// The page of a feed, in a form that may name one.
    static let anyFeedPage = field("feed", .text, "The path of the feed's page.")
    /// The page of a feed, in a form.
    static let feedPage: Parameter = {
        var parameter = anyFeedPage
        parameter.isRequired = true
        return parameter
    }()
    /// One of the pages that list an item, in a form.
    static let itemFeed = required("feed", .text, "The path of the page of a feed that lists the item.")
    static let itemID = required("id", .text, "The item's id.")
}

extension JSONValue {
    /// The type of a text.
    static let text: JSONValue = ["type": "string"]
    /// The type of a yes or no, also in words, as forms send it.
    static let flag: JSONValue = ["type": ["boolean", "string"]]
    /// The type of a yes or no in an address.
    static let yesOrNo = words("1", "t", "T", "true", "TRUE", "True", "0", "f", "F", "false", "FALSE", "False")
    /// The type of a number, also in digits, as forms send it.
    static let number: JSONValue = ["type": ["string", "integer"]]
    /// The type of one text, or of several.
    static let texts: JSONValue = ["type": ["string", "array"], "items": ["type": "string"]]
    /// The type of any single value of a form.
    static let value: JSONValue = ["type": ["string", "integer", "boolean"]]
    /// The type of one id, or of at most 1,000.
    static let ids = ids(atMost: 1000)

    /// The type of one id, or of at most so many.
    static func ids(atMost count: Int) -> JSONValue {
        ["oneOf": [value, ["type": "array", "items": value, "maxItems": .integer(count)]]]
    }

    /// The type of a text of at most so many characters.
    static func text(atMost length: Int) -> JSONValue { ["type": "string", "maxLength": .integer(length)] }

    /// The type of one of these words.
    static func words(_ words: String...) -> JSONValue { .words(words) }

    /// The type of one of these words.
    static func words(_ words: [String]) -> JSONValue {
        ["type": "string", "enum": .array(words.map(JSONValue.string))]
    }

    /// A reference to a component of `/openapi.json`.
    static func reference(_ kind: String, _ name: String) -> JSONValue {
        ["$ref": .string("#/components/\(kind)/\(name)")]
    }
}
