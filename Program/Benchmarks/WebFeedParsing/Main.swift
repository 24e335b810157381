import Foundation
import WebFeeds

/// Times the parsing of feeds: `web-feed-parsing ROUNDS FILE…` prints a line of JSON for each file, with the fastest round.
@main
enum Main {
    private struct Line: Encodable {
        let file: String
        let bytes: Int
        let items: Int
        let repairs: Int
        let seconds: Double
    }

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let rounds = arguments.first.flatMap({ Int($0) }), rounds > 0 else {
            print("usage: web-feed-parsing ROUNDS FILE…")
            exit(64)
        }
        for path in arguments.dropFirst() {
            let body = try Data(contentsOf: URL(fileURLWithPath: path))
            var line = try timed(path, body)
            for _ in 1..<rounds {
                let next = try timed(path, body)
                if next.seconds < line.seconds { line = next }
            }
            print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
        }
    }

    private static func timed(_ path: String, _ body: Data) throws -> Line {
        let start = ContinuousClock.now
        let feed = try WebFeed(parsing: body, address: URL(string: "https://site.example/feed"))
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return Line(
            file: URL(fileURLWithPath: path).lastPathComponent, bytes: body.count, items: feed.items.count,
            repairs: feed.repairs, seconds: seconds)
    }
}
