import Foundation
import Stories

/// Takes items through the index of stories, and prints the row of each.
@main
enum Main {
    static let usage = """
        usage: story-benchmarks FILE.items.jsonl [--learn OTHER.items.jsonl] [--why] [--repeat N]

        Prints {"ID": "ROW", …} for the items of FILE; the costs are printed on standard error. A line is an object
        with id, title, url, publisher and time; text, subject and links are read, too. The rarity of words is
        learned from OTHER. --why prints the items of each row with the evidence instead. --repeat takes the items
        through the index N times within its window, as other items, to measure a full one.
        """

    private struct Line: Decodable {
        let id: String
        let title: String
        let url: String?
        let publisher: String
        let time: String
        let text: String?
        let subject: String?
        let links: [String]?
    }

    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        func value(of option: String) -> String? {
            guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return nil }
            defer { arguments.removeSubrange(index...index + 1) }
            return arguments[index + 1]
        }
        let learned = value(of: "--learn")
        let rounds = value(of: "--repeat").map { Int($0) ?? 0 } ?? 1
        let explains = arguments.firstIndex(of: "--why").map { arguments.remove(at: $0) } != nil
        guard arguments.count == 1, !arguments[0].hasPrefix("-"), rounds > 0 else {
            FileHandle.standardError.write(Data((usage + "\n").utf8))
            exit(64)
        }
        var rarity = WordRarity()
        if let learned { for line in try lines(of: learned) { rarity.learn(line.title, source: line.publisher) } }
        var lines = try lines(of: arguments[0]), feeds: [String: Int64] = [:]
        if rounds > 1 { lines = Array(repeatElement(lines, count: rounds).joined()) }
        let items = try lines.enumerated().map { place, line in
            let feed = feeds[line.publisher] ?? Int64(feeds.count)
            feeds[line.publisher] = feed
            // Rounds are a minute each, so that all of them are in the window.
            let time =
                rounds == 1
                ? try Int64(Date(line.time, strategy: .iso8601).timeIntervalSince1970)
                : 1_400_000_000 + Int64(place * 60 / (lines.count / rounds))
            return StoryItem(
                id: Int64(place), feed: feed, source: line.publisher, title: line.title, text: line.text ?? "",
                time: time,
                address: rounds == 1 ? line.url : nil, subject: line.subject, links: line.links ?? [])
        }
        var index = StoryIndex(rarity: rarity), decisions: [StoryDecision] = [], most = 0.0
        decisions.reserveCapacity(items.count)
        let before = residentKilobytes(), start = processorSeconds()
        var last = start
        for item in items {
            decisions.append(index.add(item, at: item.time))
            let now = processorSeconds()
            (most, last) = (max(most, now - last), now)
        }
        report(items.count, index.count, seconds: last - start, most, before)
        var leads: [StoryRow.ID: StoryRow.ID] = [:]
        for decision in decisions { for row in decision.merged { leads[row] = decision.row } }
        let rows = decisions.map { decision in
            var row = decision.row
            while let next = leads[row] { row = next }
            return row
        }
        if explains { return explain(lines, rows, decisions) }
        let pairs = zip(lines, rows).map { ($0.id, "r\($1)") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        print(String(decoding: try encoder.encode(Dictionary(pairs) { $1 }), as: UTF8.self))
    }

    private static func lines(of path: String) throws -> [Line] {
        let decoder = JSONDecoder()
        return try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: UInt8(ascii: "\n"))
            .map { try decoder.decode(Line.self, from: $0) }
    }

    private static func explain(_ lines: [Line], _ rows: [StoryRow.ID], _ decisions: [StoryDecision]) {
        for (row, places) in Dictionary(grouping: lines.indices, by: { rows[$0] }).sorted(by: { $0.key < $1.key })
        where places.count > 1 {
            print("row \(row)")
            for place in places {
                let why =
                    decisions[place].links.first.map { "\($0.evidence) with \(lines[Int($0.with)].id)" } ?? "begins"
                print("    \(lines[place].id) | \(lines[place].publisher) | \(lines[place].title) | \(why)")
            }
        }
    }

    private static func report(_ items: Int, _ window: Int, seconds: Double, _ most: Double, _ before: Int?) {
        var text = "\(items) items, \(window) in the window at the end: "
        text +=
            "\(Int(Double(items) / seconds)) items/s, \(Int(seconds / Double(items) * 1e6)) µs of a processor an item, "
        text += "the slowest took \(Int(most * 1e3)) ms"
        if let before, let after = residentKilobytes() {
            text += "; resident memory \(after / 1024) MiB, \((after - before) / 1024) MiB of it for the window"
        }
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    private static func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

    /// Nil where there is no `/proc`.
    private static func residentKilobytes() -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)  // Optional on purpose.
        else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
    }
}
