import Feeds
import Foundation
import GitFeed
import News
import OurPlanet
import SampleUpstreams
import Testing

@Suite("A list without a readable item") struct UnreadableListTests {
    @Test(
        "A list without a readable item is a failure that hides nothing, not an empty list",
        arguments: [
            ("github/repositories", #"[{"unexpected":true},7]"#),
            ("github/octo-sample/harbor", #"[{"unexpected":true}]"#),
            ("news/top", #"["x","y"]"#), ("news/top", "[\u{1},2]"),
            ("planet", #"{"categories":[{"unexpected":true}]}"#),
            ("planet/wildfires", #"{"title":"a","events":[{"unexpected":true}]}"#),
        ])
    func hidesNothing(key: String, body: String) async throws {
        try await Scene.run { scene in
            let description: any FeedDescription =
                switch key {
                case "github/repositories": RepositoriesFeed()
                case "news/top": StoriesFeed(list: .top)
                case "planet": CategoriesFeed()
                case "planet/wildfires": CategoryFeed(category: "wildfires")
                default: RepositoryFeed(try #require(RepositoryName("octo-sample/harbor")))
                }
            let subject = Subject(description, scene.environment())
            let before = try await subject.last()
            scene.advance(86_400)
            scene.control.fail("/", with: .status(200, body: body))
            let state = try await subject.last()
            let error = try #require(state.freshness.error)
            #expect(error.kind == "undecodable")
            #expect(!state.ids.isEmpty && state.ids == before.ids)
        }
    }
}
