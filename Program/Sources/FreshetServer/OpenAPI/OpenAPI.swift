import Feeds
import WebText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The OpenAPI 3.1 document: a resource with the paths of the catalog's feeds filled in.
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
        let feeds = upstream.menu.flatMap { [$0.feed] + $0.feed.description.neighbours.map(\.feed) }
        let forms = [("/api", "", "document"), ("", ".atom", "atom"), ("", ".json", "jsonFeed")]
        return try Set(feeds.map(\.path.count) + [2]).sorted().flatMap { count in
            try forms.map { prefix, suffix, form in
                let names = (1..<count).map { "part\($0)" }
                let path = prefix + "/" + ([upstream.id] + names.map { "{\($0)}" }).joined(separator: "/") + suffix
                let parameters = try names.enumerated().map { index, name in
                    let example = feeds.first { $0.path.count == count }?.path[index + 1] ?? "example"
                    return """
                        {"name": "\(name)", "in": "path", "required": true, "schema": {"type": "string", "minLength": 1}, "example": \(try text(example))}
                        """
                }
                let shared = ["limit", "days"] + (form == "document" ? ["lastEventID"] : [])
                let all = parameters + shared.map { "{\"$ref\": \"#/components/parameters/\($0)\"}" }
                return """
                    \(try text(path)): {"get": {"operationId": "\(form)_\(upstream.id)_\(count)", "summary": \(try text("A feed of " + upstream.name)), \
                    "tags": ["\(form == "document" ? "feeds" : "readers")"], "parameters": [\(all.joined(separator: ", "))], \
                    "responses": {"200": {"$ref": "#/components/responses/\(form)"}, "303": {"$ref": "#/components/responses/signIn"}, \
                    "304": {"$ref": "#/components/responses/notModified"}, "400": {"$ref": "#/components/responses/invalid"}, \
                    "401": {"$ref": "#/components/responses/unauthorized"}, "403": {"$ref": "#/components/responses/forbidden"}, \
                    "404": {"$ref": "#/components/responses/notFound"}, "429": {"$ref": "#/components/responses/limited"}, \
                    "503": {"$ref": "#/components/responses/busy"}}}}
                    """
            }
        }
    }

    /// The text as JSON.
    private static func text(_ text: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(text), as: UTF8.self)
    }
}
