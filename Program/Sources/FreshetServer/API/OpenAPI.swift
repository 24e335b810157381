import Feeds
import HTTPTypes
import Platform

/// The OpenAPI 3.1 document: the operations of the table of routes, and the components in `Assets/openapi.json`.
struct OpenAPI {
    private let catalog: FeedCatalog
    private let version: String
    private let prefix: PathPrefix

    init(_ catalog: FeedCatalog, version: String, prefix: PathPrefix = .none) {
        (self.catalog, self.version, self.prefix) = (catalog, version, prefix)
    }

    /// The document.
    func json() throws -> Data {
        var document = try JSONDecoder().decode(JSONValue.self, from: Data(PackageResources.openapi_json))
        document["info"]["version"] = .string(version.isEmpty ? "0" : version)
        if prefix != .none { document["servers"] = [["url": .string(prefix.text)]] }
        document["components"]["schemas"]["Settings"] = AccountSetting.documentSchema
        for route in Route.all {
            for operation in route.operations {
                guard let id = operation.id else { continue }
                for path in DocumentedPath.all(of: route.path, operation, id: id, catalog) {
                    for method in operation.methods where method != .head {
                        document["paths"][path.text][method.rawValue.lowercased()] = path.description(
                            of: operation, route)
                    }
                }
                for parameter in operation.parameters ?? [] where parameter.isShared {
                    document["components"]["parameters"][parameter.componentName] = parameter.described(as: .parameter)
                }
            }
        }
        return try JSONEncoder.documents.encode(document)
    }
}

/// A path of `/openapi.json`: a route's path, or one of the paths that its special variables expand to.
struct DocumentedPath {
    /// `/api/news/{part1}`
    private(set) var text: String
    private var id: String
    private var summary: String
    /// The parts of the address of a feed.
    private var parts: [JSONValue] = []
    /// An address of each kind of feed that has this path.
    private var kinds: [String] = []
    private var format: Feed.Format?

    /// The paths of a route: for feeds one for each upstream and number of parts, and one for each format.
    static func all(of template: PathTemplate, _ operation: RouteOperation, id: String, _ catalog: FeedCatalog)
        -> [Self]
    {
        let path = DocumentedPath(text: template.text, id: id, summary: operation.summary)
        let formatted = template.hasFormat ? Feed.Format.allCases.map { path.with($0, template.rest) } : [path]
        guard template.rest == .feed else { return formatted }
        return formatted.flatMap { path in catalog.upstreams.flatMap { path.with(feedsOf: $0) } }
    }

    private func with(_ format: Feed.Format, _ rest: PathTemplate.Rest?) -> Self {
        var path = self
        path.format = format
        path.text = text.replacing(".{format}", with: format.rawValue)
        path.id = rest == .feed ? format.response : "\(id)_\(format.rawValue.dropFirst())"
        return path
    }

    private func with(feedsOf upstream: Upstream) -> [Self] {
        let feeds = upstream.kinds.compactMap { kind in kind.init(path: kind.example).map { Feed($0) } }
        return Dictionary(grouping: feeds, by: \.path.count).map { count, feeds in
            let names = (1..<count).map { "part\($0)" }
            var path = self
            path.text = text.replacing(
                PathTemplate.Rest.feed.rawValue,
                with: ([upstream.id] + names.map { "{\($0)}" }).joined(separator: "/"))
            path.id += "_\(upstream.id)_\(count)"
            path.summary += " of " + upstream.name
            path.parts = zip(names, feeds[0].path.dropFirst()).map { name, example in
                var part = Parameter.path(name).described(as: .parameter)
                part["example"] = .string(example)
                return part
            }
            path.kinds = feeds.map(\.address)
            return path
        }
    }

    /// The description of an operation.
    func description(of operation: RouteOperation, _ route: Route) -> JSONValue {
        var description: JSONValue = [
            "operationId": .string(id), "summary": .string(summary), "tags": [.string(operation.tag.rawValue)],
        ]
        if let note = route.access.note { description["description"] = .string(note) }
        if route.isOpen { description["security"] = [] }
        // An extension of OpenAPI.
        if !kinds.isEmpty { description["x-kinds"] = .array(kinds.map { .string($0) }) }
        if let parameters = operation.parameters {
            let documented = parameters.filter(\.isDocumented).map { parameter in
                parameter.isShared
                    ? .reference("parameters", parameter.componentName) : parameter.described(as: .parameter)
            }
            description["parameters"] = .array(parts + documented)
        }
        if let body = operation.body {
            description["requestBody"] = [
                "description": .string("At most \(route.largestBody) bytes."),
                "required": .boolean(!operation.mayBeEmpty),
                "content": body,
            ]
        }
        var outcomes = route.refusals(of: operation)
        if let format { outcomes.append(.shared(200, format.response)) }
        for outcome in outcomes + operation.outcomes {
            description["responses"][String(outcome.status)] = outcome.response
        }
        return description
    }
}

extension Feed.Format {
    /// The name of its response among the components of `/openapi.json`.
    fileprivate var response: String {
        switch self {
        case .atom: "atom"
        case .json: "jsonFeed"
        }
    }
}

extension Route.Access {
    /// A sentence for `/openapi.json` about access to an operation; nil if all users, or all signed-in users, have it.
    fileprivate var note: String? {
        switch self {
        case .everybody, .readerApps: nil
        case .programs: "An app password needs the scope `everything`."
        case .browsers: "Only for browsers: an app password doesn't open it."
        case .administrators: "Only for administrators; an app password needs the scope `everything`."
        case .monitors:
            "For the token in `FRESHET_METRICS_TOKEN` and administrators; an app password needs the scope `everything`."
        }
    }
}

extension Parameter {
    /// The place of a description, which decides what a parameter's name and description belong to.
    enum Use {
        case parameter, field
    }

    /// The description as an item of a list of parameters, or as a form field's type.
    func described(as use: Use) -> JSONValue {
        var object: JSONValue
        switch use {
        case .field: object = schema
        case .parameter:
            object = ["name": .string(name), "in": .string(place.rawValue), "schema": schema]
            if isRequired { object["required"] = true }
            if place == .query { object["allowEmptyValue"] = true }
        }
        if let description { object["description"] = .string(description) }
        return object
    }
}

extension RouteOperation {
    /// The contents of the body by content type; nil if there is no body.
    fileprivate var body: JSONValue? {
        if let file { return file }
        guard let form else { return nil }
        func schema(_ fields: [Parameter]) -> JSONValue {
            let properties = Dictionary(fields.map { ($0.name, $0.described(as: .field)) }) { _, last in last }
            return [
                "type": "object", "properties": .object(properties),
                "required": .array(form.filter(\.isRequired).map { .string($0.name) }),
                "additionalProperties": .reference("schemas", "FormValue"),
            ]
        }
        let isRedirected = outcomes.contains { $0.status == 303 }
        return [
            "application/json": ["schema": schema(form)],
            "application/x-www-form-urlencoded": ["schema": schema(form + (isRedirected ? [.page] : []))],
        ]
    }
}

extension Parameter {
    /// The field with the page that follows the change.
    fileprivate static let page = field("return", .text, "The path of the page to go to.")
}
