import Feeds
import FeedStore
import Foundation
import Freshet
import GitFeed
import SampleUpstreams
import Testing

@Suite("A renamed repository") struct RenamedRepositoryTests {
    private static let old = "/github/repos/octo-sample/renamed/events"
    private static let new = "/github/repos/octo-sample/harbor/events"

    private func paths(_ scene: Scene) -> [String] {
        scene.control.requests.map { $0.path.split(separator: "?").first.map(String.init) ?? "" }
    }

    @Test("A renamed repository is requested and shown under its new name from the second refresh on")
    func renamed() async throws {
        try await Scene.run { scene in
            let feed = scene.repository("renamed")
            let first = try await feed.last()
            #expect(first.freshness == .fresh && first.title == "octo-sample/harbor")
            #expect(
                first.remarks == [
                    "This repository is now octo-sample/harbor. Freshet uses that name from now on."
                ])
            #expect(paths(scene).first == Self.old && paths(scene).count == 3)
            scene.advance(pollInterval)
            let second = try await feed.last()
            #expect(paths(scene).dropFirst(3) == [Self.new])
            #expect(second.freshness == .fresh && second.title == "octo-sample/harbor" && second.remarks.isEmpty)
            scene.advance(pollInterval)
            try await feed.last()
            #expect(paths(scene).dropFirst(4) == [Self.new])
        }
    }

    @Test("A renamed repository keeps its new name in the list of followed feeds")
    func followed() async throws {
        try await Scene.run { scene in
            let feed = scene.repository("renamed")
            try feed.environment.follow(feed.feed)
            try await feed.last()
            #expect(try feed.environment.followed(feed.feed)?.title == "octo-sample/harbor")
        }
    }

    @Test(
        "A renamed repository is one follow under both names",
        arguments: [("renamed", "harbor"), ("harbor", "renamed")])
    func oneFollow(first: String, second: String) async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            for name in [first, second] {
                guard case .feed(let feed) = try await environment.resolve("octo-sample/" + name).value else { return }
                #expect(feed == scene.repository(first).feed)
                try environment.follow(feed)
            }
            #expect(try environment.followed().count == 1)
            #expect(try environment.unfollow(scene.repository(second).feed) != nil)
        }
    }

    @Test("A renamed repository is requested under its former name again when the new one is gone")
    func gone() async throws {
        try await Scene.run { scene in
            let feed = scene.repository("renamed")
            try await feed.last()
            scene.advance(pollInterval)
            scene.control.fail(Self.new, with: .status(404))
            let state = try await feed.last()
            #expect(state.freshness == .fresh && paths(scene).contains(Self.old))
            #expect(paths(scene).count { $0 == Self.old } == 2)
        }
    }

    @Test("A renamed repository requests its name again if that failed, and shows its events meanwhile")
    func unnamed() async throws {
        try await Scene.run { scene in
            let feed = scene.repository("renamed")
            scene.control.fail("/github/repositories/*$", with: .status(500))
            let first = try await feed.last()
            #expect(first.freshness == .fresh && first.items.count == 50 && first.title == nil)
            scene.control.clear()
            scene.advance(pollInterval)
            #expect(try await feed.last().title == "octo-sample/harbor")
        }
    }
}
