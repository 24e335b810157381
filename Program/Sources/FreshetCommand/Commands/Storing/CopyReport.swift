import FeedStore
import Feeds
import Platform
import WebText

/// Says what a copy or a backup of a store contains.
struct CopyReport {
    let copy: StoreCopy
    /// The file, or the address of the database without a password.
    let target: String
    /// What the copy doesn't have.
    let omissions: [String]

    /// The kinds of rows that a person counts, and their names.
    private static let kinds = [
        ("account", "account", "accounts"), ("followed", "follow", "follows"), ("feed", "feed", "feeds"),
        ("item", "item", "items"), ("full_text", "full text", "full texts"), ("mark", "mark", "marks"),
        ("rule", "rule", "rules"), ("sink", "destination", "destinations"),
        ("hub_subscription", "hub subscription", "hub subscriptions"),
    ]

    func write(_ context: CommandContext, json: Bool) throws {
        if json { return try context.output.writeLine(json: Document(self)) }
        let size = copy.bytes.map { ", " + ByteCount($0).words } ?? ""
        var rows: [String] = []
        for (table, one, many) in Self.kinds {
            let count = copy.count(table)
            if count > 0 { rows.append(count.counted(one, many)) }
        }
        let named = Self.kinds.reduce(0) { $0 + copy.count($1.0) }
        rows.append((copy.rows - named).counted("other row", "other rows"))
        let place = TerminalText(target).string
        context.output.writeLine("Copied to \(place) in \(Self.words(copy.seconds))\(size):")
        for row in rows { context.output.writeLine("  " + row) }
        context.output.writeLine("Not copied: " + omissions.joined(separator: "; ") + ".")
    }

    private static func words(_ seconds: TimeInterval) -> String {
        seconds < 10 ? "\(Int(seconds * 10) / 10).\(Int(seconds * 10) % 10) s" : Int(seconds).grouped + " s"
    }

    private struct Document: Encodable {
        let path: String
        @OrNull var bytes: Int?
        let seconds: Double
        let rows: [String: Int]
        let omitted: [String]

        init(_ report: CopyReport) {
            path = report.target
            bytes = report.copy.bytes
            seconds = (report.copy.seconds * 1000).rounded() / 1000
            rows = Dictionary(report.copy.tables.map { ($0.name, $0.count) }) { first, _ in first }
            omitted = report.omissions
        }
    }
}
