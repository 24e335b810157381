import Foundation
import Freshet
import FreshetHTTP
import News
import SampleUpstreams
import Testing
import UpstreamTestSupport

@Suite("The comments on a story") struct CommentsTests {
    /// A story with at least ten comments.
    private static func talkative(_ upstreams: TestUpstreams) async throws -> Story {
        let (states, _) = await collect(upstreams.news().stories(of: .top, limit: 60))
        return try #require(states.last?.stories.max { ($0.comments ?? 0) < ($1.comments ?? 0) })
    }

    @Test("Comments come one after another, level by level, each below its parent")
    func tree() async throws {
        try await withUpstreams { upstreams in
            let story = try await Self.talkative(upstreams)
            let (states, error) = await collect(upstreams.news().comments(on: story.id))
            let last = try #require(states.last)
            #expect(error == nil && last.story == story && last.total == story.comments)
            #expect(states.map(\.done) == Array(0...last.done))
            var depths: [Int: Int] = [story.id: 0]
            for node in last.preorder {
                #expect(depths[node.parent].map { $0 + 1 } == node.depth)
                depths[node.comment.id] = node.depth
            }
            #expect(last.preorder.count == last.done - last.skipped && last.preorder.count >= 10)
            // In reading order, the answers to a comment follow it directly.
            let order = last.preorder.map(\.comment.id)
            for node in last.preorder {
                guard let first = node.comment.kids.first, let place = order.firstIndex(of: node.comment.id) else {
                    continue
                }
                #expect(order[place + 1] == first)
            }
        }
    }

    @Test("Comments that were deleted or hidden keep their places, without text")
    func deleted() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/news/v0/item/1.json", with: .status(200, body: Self.story(kids: "[2,3]")))
            upstreams.control.fail(
                "/news/v0/item/2.json",
                with: .status(200, body: #"{"id":2,"type":"comment","deleted":true,"time":5,"parent":1,"kids":[4]}"#))
            upstreams.control.fail(
                "/news/v0/item/3.json",
                with: .status(
                    200, body: #"{"id":3,"type":"comment","by":"a","dead":true,"text":"[dead]","time":5,"parent":1}"#))
            upstreams.control.fail(
                "/news/v0/item/4.json",
                with: .status(200, body: #"{"id":4,"type":"comment","by":"b","text":"x","time":6,"parent":2}"#))
            let (states, _) = await collect(upstreams.news().comments(on: 1))
            let nodes = try #require(states.last).preorder
            #expect(nodes.map(\.comment.id) == [2, 4, 3] && nodes.map(\.depth) == [1, 2, 1])
            #expect(nodes.map(\.comment.author) == [nil, "b", "a"] && nodes.map(\.comment.text) == [nil, "x", nil])
        }
    }

    @Test("Comments that fail are counted, and their replies are left out")
    func failing() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/news/v0/item/1.json", with: .status(200, body: Self.story(kids: "[2,3]")))
            upstreams.control.fail("/news/v0/item/2.json", with: .status(500))
            upstreams.control.fail("/news/v0/item/3.json", with: .status(200, body: "null"))
            let (states, error) = await collect(upstreams.news().comments(on: 1))
            let last = try #require(states.last)
            #expect(error == nil && last.preorder.isEmpty && last.failures == 1 && last.skipped == 1)
        }
    }

    @Test("Comments are limited to the number requested, those of the upper levels first")
    func limit() async throws {
        try await withUpstreams { upstreams in
            let story = try await Self.talkative(upstreams)
            upstreams.control.resetLog()
            let (states, _) = await collect(upstreams.news().comments(on: story.id, limit: 5))
            let last = try #require(states.last)
            #expect(last.done == 5 && upstreams.control.requests.count == 6)
            #expect(last.preorder.map(\.comment.id).allSatisfy { last.kids.contains($0) } || last.kids.count < 5)
        }
    }

    @Test("Comments exist only for stories", arguments: ["null", #"{"id":1,"type":"comment","time":5,"parent":9}"#])
    func noStory(body: String) async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/news/v0/item/1.json", with: .status(200, body: body))
            let (states, error) = await collect(upstreams.news().comments(on: 1))
            #expect(states.isEmpty && error as? HackerNewsError == .noSuchStory(1))
        }
    }

    private static func story(kids: String) -> String {
        #"{"id":1,"type":"story","by":"s","title":"T","time":1,"score":1,"descendants":3,"kids":\#(kids)}"#
    }
}
