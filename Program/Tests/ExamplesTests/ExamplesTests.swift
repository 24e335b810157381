import Foundation
import Testing

@Suite("An example") struct ExamplesTests {
    /// The output of each example on the sample upstreams, in this order.
    private static let stories: [(name: String, words: [String])] = [
        (
            "GitFeed",
            [
                "no events yet", "octo-sample/harbor", " new", "octo-sample/harbor", "requests in all: 1",
                "Pull to refresh", "requests in all: 2", "Three minutes later", " new", "requests in all: 3",
                "GitHub is down", "not refreshed: ", "503", "Started again", "octo-sample/harbor",
                "The most starred", "Public repositories", " bytes",
            ]
        ),
        (
            "OurPlanet",
            [
                "0 of 13 categories", "1 of 13 categories", "13 of 13 categories", "Drought", "Floods",
                "could not be had", "503",
                "Wildfires", "Wildfires, Last 360 days", "open", "Wildfires, Last 90 days", "Wildfires, Last 1 days",
                "open",
            ]
        ),
        ("News", newsWords), ("NewsCombine", newsWords),
    ]

    private static let newsWords = [
        "News", "1 here, the newest: ", "2 here", "The list", "1. ", "2. ", "One story is broken",
        "is left out, not understood",
        "stories came", "The upstream is down", "the list was not reached", "503",
    ]

    @Test("An example tells its story on the sample upstreams and ends by itself", arguments: stories)
    func story(name: String, words: [String]) throws {
        let (status, output) = try run(name)
        #expect(status == 0)
        var rest = output[...]
        for word in words {
            let place = try #require(rest.firstRange(of: word), "“\(word)” should come next in:\n\(output)")
            rest = rest[place.upperBound...]
        }
    }

    @Test("The example of the news is the same in both vocabularies") func news() throws {
        func list(_ name: String) throws -> [Substring] {
            try run(name).output.split(separator: "\n").filter { $0.firstMatch(of: #/^ +\d+\. /#) != nil }
        }
        #expect(try list("News").count > 5)
        #expect(try list("News").count == list("NewsCombine").count)
    }

    /// Runs an example, half a minute at most, without the environment of the tests.
    private func run(_ name: String) throws -> (status: Int32, output: String) {
        let tests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../.build/debug")
        let places = [tests, root.standardizedFileURL].map { $0.appending(path: name + "Example") }
        let program = try #require(places.first { FileManager.default.isExecutableFile(atPath: $0.path) })
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = program
        process.environment = ["HOME": NSHomeDirectory(), "PATH": "/usr/bin:/bin"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: file)
        try process.run()
        let watchdog = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: watchdog)
        process.waitUntilExit()
        watchdog.cancel()
        return (process.terminationStatus, String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }
}
