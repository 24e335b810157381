import Feeds
import Platform
import WebText

/// The OpenAPI 3.1 document: a resource with the paths of the catalog's kinds of feed filled in.
struct OpenAPI {
    private let catalog: FeedCatalog
    private let version: String

    init(_ catalog: FeedCatalog, version: String) {
        self.catalog = catalog
        self.version = version
    }

    /// The document.
    func json() throws -> Data {
        let resource = String(decoding: PackageResources.openapi_json, as: UTF8.self)
        let paths = try catalog.upstreams.flatMap { try Self.paths($0) }.map { "    " + $0 + ",\n" }.joined()
        return Data(
            resource.replacing("    \"feeds\": {},\n", with: paths)
                .replacing("\"VERSION\"", with: try Self.text(version.isEmpty ? "0" : version)).utf8)
    }

    /// The paths of an upstream's feeds: a document, Atom and JSON Feed for each number of parts that addresses have.
    private static func paths(_ upstream: Upstream) throws -> [String] {
        let feeds = upstream.kinds.compactMap { kind in kind.init(path: kind.example).map { Feed($0) } }
        let forms = [("/api", "", "document"), ("", ".atom", "atom"), ("", ".json", "jsonFeed")]
        return try Dictionary(grouping: feeds, by: \.path.count).sorted { $0.key < $1.key }.flatMap { count, feeds in
            // An extension of OpenAPI: an address of each kind of feed.
            let kinds = try text(feeds.map(\.address))
            return try forms.map { prefix, suffix, form in
                let names = (1..<count).map { "part\($0)" }
                let path = prefix + "/" + ([upstream.id] + names.map { "{\($0)}" }).joined(separator: "/") + suffix
                let parameters = try names.enumerated().map { index, name in
                    """
                    {"name": "\(name)", "in": "path", "required": true, "schema": {"type": "string", "minLength": 1}, "example": \(try text(feeds[0].path[index + 1]))}
                    """
                }
                let shared =
                    ["limit", "days"] + (form == "document" ? ["order", "type", "unread", "lastEventID"] : [])
                let all = parameters + shared.map { "{\"$ref\": \"#/components/parameters/\($0)\"}" }
                return """
                    \(try text(path)): {"get": {"operationId": "\(form)_\(upstream.id)_\(count)", "summary": \(try text("A feed of " + upstream.name)), \
                    "tags": ["\(form == "document" ? "feeds" : "readers")"], "x-kinds": \(kinds), "parameters": [\(all.joined(separator: ", "))], \
                    "responses": {"200": {"$ref": "#/components/responses/\(form)"}, "303": {"$ref": "#/components/responses/signIn"}, \
                    "304": {"$ref": "#/components/responses/notModified"}, "400": {"$ref": "#/components/responses/invalid"}, \
                    "401": {"$ref": "#/components/responses/unauthorized"}, "403": {"$ref": "#/components/responses/forbidden"}, \
                    "404": {"$ref": "#/components/responses/notFound"}, "429": {"$ref": "#/components/responses/limited"}, \
                    "503": {"$ref": "#/components/responses/busy"}}}}
                    """
            }
        }
    }

    /// The value as JSON.
    private static func text(_ text: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(text), as: UTF8.self)
    }
}
