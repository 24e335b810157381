import Foundation
import Stories
import Testing

/// The items with the story that each tells, which lie beside the package, if they do.
private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/stories")

private let haveStories = FileManager.default.fileExists(atPath: folder.path)

@Suite("Recorded stories", .enabled(if: haveStories, "no recorded stories beside the package"))
struct RecordedTests {
    private struct Line: Decodable {
        let title: String
        let url: String
        let publisher: String
        let time: String
        let story: String
    }

    /// The bar: precision of pairs and joins, and their recall, on days apart and on consecutive days.
    @Test(
        "Recorded stories are found with few wrong joins",
        arguments: [("shared", "dense", 0.98, 0.98, 0.35, 0.62), ("dense", "shared", 0.95, 0.94, 0.3, 0.37)])
    func measured(
        name: String, learned: String, pairPrecision: Double, joinPrecision: Double, pairRecall: Double,
        joinRecall: Double
    ) throws {
        var rarity = WordRarity()
        for line in try lines(learned) { rarity.learn(line.title, source: line.publisher) }
        let lines = try lines(name)
        let unsure = Set(
            try JSONDecoder().decode(
                [[String]].self, from: Data(contentsOf: folder.appendingPathComponent("\(name).unsure.json"))
            ).map { Set($0) })
        var index = StoryIndex(rarity: rarity), feeds: [String: Int64] = [:], rows: [StoryRow.ID: [Int]] = [:]
        for (place, line) in lines.enumerated() {
            let feed = feeds[line.publisher] ?? Int64(feeds.count)
            feeds[line.publisher] = feed
            let time = try Int64(Date(line.time, strategy: .iso8601).timeIntervalSince1970)
            let item = StoryItem(
                id: Int64(place), feed: feed, source: line.publisher, title: line.title, time: time, address: line.url)
            let decision = index.add(item, at: time)
            rows[decision.row, default: []].append(place)
            for row in decision.merged {
                let others = rows.removeValue(forKey: row) ?? []
                rows[decision.row]? += others
            }
        }
        var pairs = (right: 0, wrong: 0), joins = (right: 0, wrong: 0)
        for places in rows.values {
            let stories = places.sorted().map { lines[$0].story }
            for (place, story) in stories.enumerated().dropFirst() {
                if story == stories[0] {
                    joins.right += 1
                } else if !unsure.contains([story, stories[0]]) {
                    joins.wrong += 1
                }
                for other in stories[..<place] {
                    if other == story {
                        pairs.right += 1
                    } else if !unsure.contains([story, other]) {
                        pairs.wrong += 1
                    }
                }
            }
        }
        let sizes = Dictionary(grouping: lines, by: \.story).values.map(\.count)
        let allPairs = sizes.reduce(0) { $0 + $1 * ($1 - 1) / 2 }
        #expect(Double(pairs.right) / Double(pairs.right + pairs.wrong) >= pairPrecision)
        #expect(Double(joins.right) / Double(joins.right + joins.wrong) >= joinPrecision)
        #expect(Double(pairs.right) / Double(allPairs) >= pairRecall)
        #expect(Double(joins.right) / Double(lines.count - sizes.count) >= joinRecall)
    }

    private func lines(_ name: String) throws -> [Line] {
        let decoder = JSONDecoder()
        return try Data(contentsOf: folder.appendingPathComponent("\(name).jsonl")).split(separator: UInt8(ascii: "\n"))
            .map { try decoder.decode(Line.self, from: $0) }
    }
}
