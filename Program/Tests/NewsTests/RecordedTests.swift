import Foundation
import Freshet
import FreshetHTTP
import News
import SampleUpstreams
import Testing
import UpstreamTestSupport

/// The folder of recorded answers of the real API, which may lie beside the package.
private let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/samples/hackernews")

private let haveSamples = FileManager.default.fileExists(atPath: samples.path)

private func recorded(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: samples.appendingPathComponent(name)), as: UTF8.self)
}

@Suite("Recorded answers of Hacker News", .enabled(if: haveSamples, "no recorded samples beside the package"))
struct RecordedTests {
    @Test(
        "Recorded lists are read",
        arguments: [
            (HackerNews.List.top, 500), (.new, 500), (.best, 200), (.ask, 82), (.show, 57), (.jobs, 60),
        ])
    func lists(list: HackerNews.List, count: Int) async throws {
        try await withUpstreams { upstreams in
            let name = list == .jobs ? "jobstories" : list.rawValue + "stories"
            upstreams.control.fail("/news/v0/\(name).json", with: .status(200, body: try recorded(name + "_2022.json")))
            #expect(try await upstreams.news().ids(of: list).value.count == count)
        }
    }

    @Test(
        "Recorded items are read",
        arguments: [
            ("item_story_2022", "story"), ("item_ask_2022", "story"), ("item_job_2022", "job"),
            ("item_poll_2022", "poll"),
            ("item_story_2026", "story"), ("item_ask_2026", "story"),
        ])
    func stories(file: String, type: String) async throws {
        try await withUpstreams { upstreams in
            guard case .story(let story) = try await upstreams.item(try recorded(file + ".json")) else {
                return #expect(Bool(false), "\(file)")
            }
            #expect(story.type == type && !story.title.isEmpty && story.author != nil && story.score != nil)
            #expect((story.comments == nil) == (type == "job"))
            #expect((story.site == nil) == (file != "item_story_2022" && file != "item_story_2026"))
        }
    }

    @Test(
        "Recorded items other than stories are read",
        arguments: [
            ("item_comment_2022", Absence.notAStory), ("item_comment_2026", .notAStory),
            ("item_pollopt_2022", .notAStory),
            ("item_null_2026", .null),
        ])
    func others(file: String, reason: Absence) async throws {
        try await withUpstreams { upstreams in
            let answer = try await upstreams.item(try recorded(file + ".json"))
            #expect(answer == .absent(reason))
        }
    }

    @Test(
        "Recorded lists of whole items are read item by item",
        arguments: [
            ("items_of_topstories_2019.json", 500, 0), ("items_of_showstories_2019.json", 56, 0),
            ("items_kinds_2024.json", 7, 4),
        ])
    func items(file: String, count: Int, absent: Int) async throws {
        let objects = try #require(
            try JSONSerialization.jsonObject(with: Data(try recorded(file).utf8)) as? [[String: Any]])
        #expect(objects.count == count)
        let ids = objects.compactMap { $0["id"] as? Int }
        try await withUpstreams { upstreams in
            upstreams.control.fail("/news/v0/topstories.json", with: .status(200, body: "\(ids)"))
            for (id, object) in zip(ids, objects) {
                let body = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
                upstreams.control.fail("/news/v0/item/\(id).json", with: .status(200, body: body))
            }
            let (states, error) = await collect(upstreams.news().stories(of: .top, limit: count))
            let last = try #require(states.last)
            #expect(error == nil && last.failures.isEmpty)
            #expect(last.stories.count == count - absent && last.absent.count == absent)
        }
    }

    @Test("Recorded updates, the highest number and a user are read")
    func rest() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/news/v0/updates.json", with: .status(200, body: try recorded("updates_2022.json")))
            #expect(try await upstreams.news().updates().value.count == 75)
            upstreams.control.fail("/news/v0/maxitem.json", with: .status(200, body: try recorded("maxitem_2022.json")))
            #expect(try await upstreams.news().maxItem().value == 30_714_576)
            upstreams.control.fail("/news/v0/user", with: .status(200, body: try recorded("user_2022.json")))
            #expect(try await upstreams.news().user("x").value?.submitted.count == 848)
        }
    }
}
