import Foundation
import SampleUpstreams
import Testing

@Suite("Hacker News") struct NewsTests {
    private let base = "/news/v0"

    @Test(
        "Hacker News has lists of ids of the real lengths, without validators",
        arguments: [
            ("topstories", 500...500), ("newstories", 500...500), ("beststories", 200...200), ("askstories", 60...200),
            ("showstories", 60...200), ("jobstories", 20...200),
        ])
    func lists(name: String, count: ClosedRange<Int>) async throws {
        try await withSample { sample in
            let heard = await sample.get(base + "/\(name).json")
            #expect(heard.headers["cache-control"] == "no-cache" && heard.headers["etag"] == nil)
            #expect(count.contains(heard.numbers.count) && Set(heard.numbers).count == heard.numbers.count)
        }
    }

    @Test("Each listed id has an item, except one in a hundred, which is null")
    func items() async throws {
        try await withSample { sample in
            var kinds: [String: Int] = [:]
            for id in await sample.get(base + "/newstories.json").numbers.prefix(96) {
                let heard = await sample.get(base + "/item/\(id).json")
                #expect(heard.status == 200)
                for kind in marks(of: heard) { kinds[kind, default: 0] += 1 }
            }
            #expect(kinds["null"] == 1 && kinds["deleted"] == 1 && kinds["dead"] == 1 && kinds["poll"] == 1)
            #expect(kinds["entities"] == 1 && (kinds["ask"] ?? 0) >= 8)
        }
    }

    /// What is odd about an item.
    private func marks(of heard: Heard) -> [String] {
        let item = heard.object
        let title = item["title"] as? String ?? ""
        let marks = [
            "null": heard.text == "null", "deleted": item["deleted"] != nil && item["by"] == nil,
            "dead": item["dead"] != nil && item["title"] == nil, "poll": item["type"] as? String == "poll",
            "entities": title.contains("&#x27;"), "ask": title.hasPrefix("Ask HN") && item["url"] == nil,
        ]
        return marks.filter(\.value).map(\.key)
    }

    @Test("Hacker News has jobs with an empty address")
    func jobs() async throws {
        try await withSample { sample in
            var addresses: [String] = []
            for id in await sample.get(base + "/jobstories.json").numbers.prefix(6) {
                let item = await sample.get(base + "/item/\(id).json").object
                #expect(item["type"] as? String == "job" && item["descendants"] == nil)
                addresses.append(item["url"] as? String ?? "missing")
            }
            #expect(addresses.contains("") && addresses.contains { $0.hasPrefix("https://") })
        }
    }

    @Test(
        "Hacker News answers null to unknown ids and names",
        arguments: ["item/1", "item/99999999", "item/x", "user/nobody", "user/AmberFinch"])
    func unknown(path: String) async throws {
        try await withSample { sample in
            let heard = await sample.get(base + "/\(path).json")
            #expect(heard.status == 200 && heard.text == "null")
        }
    }

    @Test("A path without .json, or of an unknown list, is refused", arguments: ["topstories", "nothing.json"])
    func refused(path: String) async throws {
        try await withSample { sample in
            #expect(await sample.get(base + "/" + path).status == 401)
        }
    }

    @Test("A story leads to all the comments that it counts")
    func comments() async throws {
        try await withSample { sample in
            var checked = 0
            for id in await sample.get(base + "/beststories.json").numbers.prefix(3) {
                let story = await sample.get(base + "/item/\(id).json").object
                var waiting = story["kids"] as? [Int] ?? []
                var found = 0
                while let next = waiting.popLast() {
                    let comment = await sample.get(base + "/item/\(next).json").object
                    #expect(comment["type"] as? String == "comment" && comment["parent"] is Int)
                    waiting += comment["kids"] as? [Int] ?? []
                    found += 1
                }
                #expect(found == story["descendants"] as? Int)
                checked += found
            }
            #expect(checked > 20)
        }
    }

    @Test("A poll leads to its options")
    func poll() async throws {
        try await withSample { sample in
            var options = 0
            for id in await sample.get(base + "/askstories.json").numbers where options == 0 {
                let item = await sample.get(base + "/item/\(id).json").object
                for part in item["parts"] as? [Int] ?? [] {
                    let option = await sample.get(base + "/item/\(part).json").object
                    #expect(option["poll"] as? Int == id && option["type"] as? String == "pollopt")
                    options += 1
                }
            }
            #expect(options == 3)
        }
    }

    @Test("Hacker News grows: new stories come first, scores and comments change, and the updates list them")
    func growth() async throws {
        try await withSample { sample in
            let before = await sample.get(base + "/newstories.json").numbers
            let maximum = await sample.get(base + "/maxitem.json").text
            let old = await stories(before, sample)
            sample.control.advance(by: .seconds(240))
            let after = await sample.get(base + "/newstories.json").numbers
            #expect(after.firstIndex(of: before[0]).map { $0 > 0 } == true)
            #expect(Int(await sample.get(base + "/maxitem.json").text) ?? 0 > Int(maximum) ?? 0)
            let updates = await sample.get(base + "/updates.json").object
            let items = updates["items"] as? [Int] ?? []
            let changed = await stories(before, sample).filter { old[$0.key] != $0.value }.map(\.key)
            #expect(!changed.isEmpty && items.count <= 75 && Set(changed).isSubset(of: items))
            #expect((updates["profiles"] as? [String])?.isEmpty == false)
        }
    }

    @Test("Hacker News describes its users")
    func user() async throws {
        try await withSample { sample in
            let id = await sample.get(base + "/beststories.json").numbers[0]
            let name = await sample.get(base + "/item/\(id).json").object["by"] as? String ?? ""
            let user = await sample.get(base + "/user/\(name).json").object
            #expect(user["id"] as? String == name && user["created"] is Int && user["karma"] is Int)
        }
    }

    @Test("Hacker News prints pretty JSON on request")
    func pretty() async throws {
        try await withSample { sample in
            let id = await sample.get(base + "/beststories.json").numbers[0]
            let text = await sample.get(base + "/item/\(id).json?print=pretty").text
            #expect(text.hasPrefix("{\n  \"by\" : \"") && text.contains("\"kids\" : [ "))
        }
    }

    /// Score and number of comments of the ten newest.
    private func stories(_ ids: [Int], _ sample: SampleUpstreams) async -> [Int: [Int]] {
        var stories: [Int: [Int]] = [:]
        for id in ids.prefix(10) {
            let item = await sample.get(base + "/item/\(id).json").object
            stories[id] = [item["score"] as? Int ?? 0, item["descendants"] as? Int ?? 0]
        }
        return stories
    }
}
