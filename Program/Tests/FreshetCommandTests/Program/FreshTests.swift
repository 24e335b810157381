import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("A command in a pipe")
    struct Fresh {
        /// Command, number of fields, whether there are items.
        static let commands: [(line: String, fields: Int)] = [
            ("github octo-sample/harbor", 4), ("github octo-sample/lighthouse --limit 5", 4),
            ("github --trending swift", 4), ("github --repositories", 4), ("planet", 6), ("planet wildfires", 7),
            ("planet floods --days 360", 7), ("news", 6), ("news new", 6), ("news best", 6), ("news ask", 6),
            ("news show", 6), ("news jobs", 6),
        ]

        @Test("A command in a pipe prints one item per line, with fields separated by tabs", arguments: commands)
        func plain(line: String, fields: Int) async throws {
            try await Scene.with { scene in
                let run = try await scene.run(line)
                #expect(run.status(0) && !run.lines.isEmpty)
                #expect(run.fields.allSatisfy { $0.count == fields })
                #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
                let isExplained = run.errors.contains("unavailable") || run.errors.hasSuffix(" items\n")
                #expect(run.errors.isEmpty || isExplained)
            }
        }

        @Test("A command in a pipe prints the same again if nothing has changed", arguments: commands.map(\.line))
        func stable(line: String) async throws {
            try await Scene.with { scene in
                let first = try await scene.run(line)
                let second = try await scene.run(line)
                let offline = try await scene.run(line + " --offline")
                #expect(!first.output.isEmpty && first.output == second.output && first.output == offline.output)
                #expect(second.status(0) && offline.status(0))
            }
        }

        @Test("A command in a pipe shows no more than --limit, the newest first")
        func limit() async throws {
            try await Scene.with { scene in
                let run = try await scene.run("github octo-sample/harbor --limit 7")
                let dates = run.fields.map { $0[0] }
                #expect(dates.count == 7 && dates == dates.sorted(by: >))
                #expect(dates.allSatisfy { $0.hasSuffix("Z") })
            }
        }

        @Test("A command in a pipe requests further pages for more events than one page has")
        func pages() async throws {
            try await Scene.with { scene in
                let run = try await scene.run("github octo-sample/busy --limit 250")
                #expect(run.lines.count == 250)
            }
        }

        @Test("A command in a pipe shows an empty repository as fresh")
        func empty() async throws {
            try await Scene.with { scene in
                let run = try await scene.run("github octo-sample/empty")
                #expect(run.status(0) && run.output.isEmpty && run.errors.isEmpty)
            }
        }

        @Test("A command in a pipe counts a 304 as fresh")
        func notModified() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("github octo-sample/empty")
                try scene.age(by: 11)
                let run = try await scene.run("github octo-sample/empty --refresh --json")
                #expect(try run.status(0) && (run.json["status"] as? String) == "fresh")
                #expect(scene.control.requests.last?.headers["if-none-match"] != nil)
            }
        }

        @Test("A command in a pipe lets no control character of the upstream through")
        func hostile() async throws {
            try await Scene.with { scene in
                let story =
                    #"{"id":1,"type":"story","by":"a\u001b[31m","time":1,"title":"\u001b]0;owned\u0007red\u001b[2Jtab\tnew\nline \u202eevil\u009b31m","url":"https://a.example/"}"#
                scene.control.fail("/news/v0/topstories", with: .status(200, body: "[1]"))
                scene.control.fail("/news/v0/item/1", with: .status(200, body: story))
                let run = try await scene.run("news")
                let items = try await scene.run("news --json --color always")
                #expect(run.lines.count == 1 && run.fields[0].count == 6)
                for text in [run.output, items.output] {
                    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
                }
                for scalar in ["\u{202E}", "\u{9B}"] as [Unicode.Scalar] {
                    #expect(
                        !run.output.unicodeScalars.contains(scalar) && !items.output.unicodeScalars.contains(scalar))
                }
                #expect(items.output.contains(#"\u202e"#) && items.output.contains(#"\u009b"#))
                #expect(run.output.contains("red"))
            }
        }

        @Test("A command in a pipe names the period whose items the upstream no longer has")
        func gap() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("github octo-sample/busy --limit 3")
                scene.control.advance(by: .seconds(7200))
                try scene.age(by: 11)
                let run = try await scene.run("github octo-sample/busy --limit 300 --refresh")
                #expect(run.status(0) && run.lines.count == 300 && run.errors.contains("⋯ Items from"))
            }
        }

        @Test("A command in a pipe writes no markers and no progress")
        func quiet() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("github octo-sample/harbor")
                scene.control.advance(by: .seconds(600))
                try scene.age(by: 11)
                let run = try await scene.run("github octo-sample/harbor --refresh")
                #expect(!run.output.contains("●") && run.errors.split(separator: "\n").count == 1)
                #expect(run.errors.hasPrefix("freshet: \(run.lines.count) of ") && !run.errors.contains("\u{1B}"))
            }
        }
    }
}
