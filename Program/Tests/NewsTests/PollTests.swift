import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import News
import SampleUpstreams
import Testing
import UpstreamTestSupport

@Suite("A poll") struct PollTests {
    /// Makes item 1 a poll with these options; only the first ones exist.
    private func answer(_ upstreams: TestUpstreams, parts: [Int], options: [String]) {
        let list = parts.map(String.init).joined(separator: ",")
        upstreams.control.fail(
            "/news/v0/item/1.json",
            with: .status(200, body: #"{"id":1,"type":"poll","title":"T","time":1,"parts":[\#(list)]}"#))
        for (id, option) in zip(parts, options) {
            upstreams.control.fail("/news/v0/item/\(id).json", with: .status(200, body: option))
        }
    }

    private func option(_ text: String, _ score: Int) -> String {
        #"{"id":9,"type":"pollopt","poll":1,"by":"a","time":1,"text":"\#(text)","score":\#(score)}"#
    }

    private func story(_ answer: ItemAnswer) throws -> Story {
        guard case .story(let story) = answer else { throw HTTPError.invalidURL("\(answer)") }
        return story
    }

    @Test("A poll has its options in the site's order, without deleted ones")
    func options() async throws {
        try await withUpstreams { upstreams in
            let deleted = #"{"id":4,"type":"pollopt","deleted":true,"poll":1,"time":1}"#
            answer(
                upstreams, parts: [5, 3, 4, 2, 6],
                options: [option("x", 2), option("y &amp; z", 7), deleted, "null", option("w", 1)])
            let story = try story(try await upstreams.news().item(id: 1).value)
            let options = [("x", 2), ("y &amp; z", 7), ("w", 1)].map { PollOption(text: $0, score: $1) }
            #expect(story.options == options)
            let (states, error) = await collect(upstreams.news().comments(on: 1))
            #expect(error == nil && states.last?.story.options == options)
        }
    }

    @Test("A poll takes at most 30 requests for its options, 4 at a time")
    func bounded() async throws {
        try await withUpstreams { upstreams in
            answer(upstreams, parts: Array(2..<1002), options: Array(repeating: option("x", 1), count: 1000))
            upstreams.control.setLatency(.milliseconds(5))
            let story = try story(try await upstreams.news().item(id: 1).value)
            #expect(story.options?.count == 30 && upstreams.control.requests.count == 31)
            #expect(upstreams.control.maximumInFlight(.news) <= 4)
        }
    }

    @Test("A poll fails if one of its options fails, so that it is requested again")
    func failing() async throws {
        try await withUpstreams { upstreams in
            answer(upstreams, parts: [2, 3], options: [option("x", 1), option("y", 1)])
            upstreams.control.fail("/news/v0/item/3.json", with: .status(500))
            let error = await #expect(throws: HTTPError.self) { _ = try await upstreams.news().item(id: 1).value }
            guard case .status(_, .internalServerError, _) = error else {
                Issue.record("\(error as Any)")
                return
            }
        }
    }

    @Test("The sample's poll has its three options in a list of stories")
    func list() async throws {
        try await withUpstreams { upstreams in
            let (states, _) = await collect(upstreams.news().stories(of: .ask, limit: 200))
            let polls = try #require(states.last).stories.filter { $0.type == "poll" }
            #expect(!polls.isEmpty && polls.allSatisfy { $0.options?.count == 3 })
            #expect(polls.allSatisfy { $0.options?.allSatisfy { $0.score != nil } == true })
            #expect(states.last?.stories.allSatisfy { $0.type == "poll" || $0.options == nil } == true)
        }
    }
}
