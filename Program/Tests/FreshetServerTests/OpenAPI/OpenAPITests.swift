import Feeds
import Foundation
import GitFeed
import News
import Testing

@testable import FreshetServer

@Suite("The OpenAPI document") struct OpenAPITests {
    private func root() throws -> [String: Any] {
        let data = try OpenAPI.document(version: "1.2.3")
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("is of version 3.1 and names the program's version")
    func head() throws {
        let root = try root()
        #expect(root["openapi"] as? String == "3.1.0")
        #expect((root["info"] as? [String: Any])?["version"] as? String == "1.2.3")
    }

    @Test("refers to nothing that is not there")
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

    @Test("names each operation once, and every variable of a path")
    func operations() throws {
        let root = try root()
        let ids = Self.values("operationId", in: root)
        #expect(ids.count == Set(ids).count && ids.count == 29)
        let parameters = try #require((root["components"] as? [String: Any])?["parameters"] as? [String: Any])
        for path in try #require(root["paths"] as? [String: Any]).keys {
            for variable in path.matches(of: /{([a-z]+)}/) { #expect(parameters[String(variable.1)] != nil, "\(path)") }
        }
    }

    @Test(
        "has the documents of all feeds right, field by field",
        arguments: [
            (FeedAddress.repository(RepositoryName("octo-sample/harbor")!), "GitHubDocument"),
            (.trending("swift"), "GitHubDocument"), (.repositories, "GitHubDocument"), (.planet, "CategoriesDocument"),
            (.category("wildfires"), "EventsDocument"), (.news(.top), "StoriesDocument"),
        ])
    func documents(feed: FeedAddress, name: String) async throws {
        let schemas = try #require((try root()["components"] as? [String: Any])?["schemas"] as? [String: Any])
        try await SampledEnvironment.run { scene in
            let data: Data =
                switch try await scene.state(feed) {
                case .gitHub(let state): try FeedDocument(feed: "f", state).json()
                case .categories(let state): try FeedDocument(feed: "f", state).json()
                case .events(let state): try FeedDocument(feed: "f", state).json()
                case .stories(let state): try FeedDocument(feed: "f", state).json()
                }
            let document = try JSONSerialization.jsonObject(with: data)
            #expect(((document as? [String: Any])?["items"] as? [Any])?.isEmpty == false)
            #expect(JSONSchema(schemas).faults(of: document, against: name) == [])
        }
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
