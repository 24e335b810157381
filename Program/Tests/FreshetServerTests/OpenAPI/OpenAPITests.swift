import Catalog
import Feeds
import Foundation
import HTTPTypes
import Testing

@testable import FreshetServer

@Suite("The OpenAPI document") struct OpenAPITests {
    private func root() throws -> [String: Any] {
        let data = try OpenAPI(.all, version: "1.2.3").json()
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("The OpenAPI document is of version 3.1 and names the program's version")
    func head() throws {
        let root = try root()
        #expect(root["openapi"] as? String == "3.1.0")
        #expect((root["info"] as? [String: Any])?["version"] as? String == "1.2.3")
    }

    @Test("The OpenAPI document refers to nothing that is missing")
    func references() throws {
        let root = try root()
        let references = Self.values("$ref", in: root)
        #expect(references.count > 50)
        for reference in Set(references) {
            let parts = reference.split(separator: "/").dropFirst().map(String.init)
            let target = parts.reduce(root as Any?) { ($0 as? [String: Any])?[$1] }
            #expect(target != nil, "\(reference)")
        }
    }

    @Test("The OpenAPI document names each operation once, and every variable of a path")
    func operations() throws {
        let root = try root()
        let ids = Self.values("operationId", in: root)
        #expect(ids.count == Set(ids).count && ids.count > 25)
        let paths = try #require(root["paths"] as? [String: [String: Any]])
        #expect(paths.count > 15)
        for (path, item) in paths {
            let names = Set(Self.values("name", in: item["get"] ?? [:]))
            for variable in path.matches(of: /{([a-z0-9]+)}/) { #expect(names.contains(String(variable.1)), "\(path)") }
        }
    }

    @Test("The OpenAPI document describes the rejections of each operation")
    func refusals() throws {
        let paths = try #require(try root()["paths"] as? [String: [String: Any]])
        #expect(paths.count > 15)
        for (path, item) in paths {
            #expect(!item.isEmpty)
            for (method, operation) in item {
                let operation = try #require(operation as? [String: Any])
                let responses = Set(try #require(operation["responses"] as? [String: Any]).keys)
                let isOpen = (operation["security"] as? [Any])?.isEmpty == true
                #expect(responses.isSuperset(of: isOpen ? ["403"] : ["401", "403", "429", "503"]), "\(method) \(path)")
            }
        }
    }

    @Test("The OpenAPI document describes exactly the operations that have an id in the table of routes")
    func rows() throws {
        let paths = try #require(try root()["paths"] as? [String: [String: Any]])
        let upstreams = Set(FeedCatalog.all.upstreams.map(\.id))
        let isFeed = { (path: String) in
            upstreams.contains(String(path.replacing("/api/", with: "/").dropFirst().prefix { $0 != "/" && $0 != "." }))
        }
        let described = paths.filter { !isFeed($0.key) }.flatMap { path, item in item.keys.map { $0 + " " + path } }
        let rows = Self.documented.filter { $0.route.path.rest != .feed }.flatMap { route, operation in
            let formats = route.path.hasFormat ? ["atom", "json"] : [""]
            return formats.map { operation.method + " " + route.path.text.replacing("{format}", with: $0) }
        }
        #expect(described.sorted() == rows.sorted() && rows.count > 25)
        #expect(paths.keys.contains(where: isFeed))
    }

    @Test("The OpenAPI document lists the parameters that each operation accepts, and the size of its body")
    func parameters() throws {
        let root = try root()
        let paths = try #require(root["paths"] as? [String: [String: [String: Any]]])
        let shared = (root["components"] as? [String: Any])?["parameters"] as? [String: [String: Any]] ?? [:]
        let rows = Self.documented.filter { $0.route.path.fixed != nil }
        #expect(rows.count > 20 && shared.count == 6)
        for (route, operation) in rows {
            let described = try #require(paths[route.path.text]?[operation.method])
            let names = (described["parameters"] as? [[String: Any]] ?? []).map { parameter in
                let reference = (parameter["$ref"] as? String)?.split(separator: "/").last
                return reference.flatMap { shared[String($0)]?["name"] as? String } ?? parameter["name"] as? String
            }
            #expect(names == (operation.parameters ?? []).filter(\.isDocumented).map(\.name), "\(route.path.text)")
            let size = (described["requestBody"] as? [String: Any])?["description"] as? String
            #expect(size == (operation.changes ? "At most \(route.largestBody) bytes." : nil), "\(route.path.text)")
        }
    }

    @Test("The OpenAPI document has the paths of every kind of feed as a document, Atom and JSON Feed")
    func paths() throws {
        let root = try root()
        let paths = Set(try #require(root["paths"] as? [String: Any]).keys)
        #expect(
            paths.isSuperset(of: [
                "/api/planet", "/planet.atom", "/api/news/{part1}/{part2}", "/github/{part1}/{part2}.json",
                "/api/web/{part1}",
            ]))
        let documents = (root["paths"] as? [String: [String: [String: Any]]] ?? [:]).filter {
            $0.key.hasPrefix("/api/")
        }
        let kinds = Set(documents.values.flatMap { $0["get"]?["x-kinds"] as? [String] ?? [] })
        #expect(kinds.count == FeedCatalog.all.upstreams.flatMap(\.kinds).count)
        #expect(kinds.isSuperset(of: ["/news/item/8863", "/github/inbox", "/planet"]))
    }

    @Test("The OpenAPI document describes the documents of all feeds", arguments: Feed.all)
    func documents(feed: Feed) async throws {
        let schemas = try #require((try root()["components"] as? [String: Any])?["schemas"] as? [String: Any])
        try await SampledEnvironment.run { scene in
            let data = try FeedDocument(feed: "f", try await scene.state(feed)).json()
            let document = try JSONSerialization.jsonObject(with: data)
            #expect(((document as? [String: Any])?["items"] as? [Any])?.isEmpty == false)
            #expect(JSONSchema(schemas, openSchemas: ["Item"]).faults(of: document, against: "Document") == [])
        }
    }

    /// The operations with an id.
    private static let documented = Route.all.flatMap { route in
        route.operations.filter { $0.id != nil }.map { (route: route, operation: $0) }
    }

    private static func values(_ key: String, in value: Any) -> [String] {
        switch value {
        case let object as [String: Any]:
            object.flatMap { $0 == key ? [$1 as? String].compactMap { $0 } : values(key, in: $1) }
        case let list as [Any]: list.flatMap { values(key, in: $0) }
        default: []
        }
    }
}

extension RouteOperation {
    /// The method that describes it.
    fileprivate var method: String { methods[0].rawValue.lowercased() }
}
