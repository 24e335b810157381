import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("The environment")
    struct EnvironmentVariables {
        @Test("An address in a variable may end with a slash")
        func slash() async throws {
            try await Scene.with { scene in
                let run = try await scene.run(
                    "news --limit 2", ["FRESHET_NEWS_URL": scene.upstreams.newsURL.absoluteString + "/"])
                #expect(run.status(0) && run.lines.count == 2)
                #expect(scene.control.requests.first?.path.hasPrefix("/news/v0/topstories.json") == true)
            }
        }

        @Test("An address in a variable may have no path")
        func noPath() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news", ["FRESHET_NEWS_URL": scene.upstreams.baseURL.absoluteString])
                #expect(scene.control.requests.first?.path.hasPrefix("/topstories.json") == true)
            }
        }

        @Test(
            "A variable whose value isn't a web address is refused and named",
            arguments: [
                ("FRESHET_GITHUB_URL", "github octo-sample/harbor"), ("FRESHET_EONET_URL", "planet"),
                ("FRESHET_NEWS_URL", "news"),
            ], ["nonsense", "ftp://example.com", "http://", "example.com/api"])
        func invalid(variable: (name: String, line: String), address: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run(variable.line, [variable.name: address])
                #expect(run.status(64) && run.errors.contains(variable.name) && run.errors.contains("https://"))
                #expect(scene.control.requests.isEmpty && !FileManager.default.fileExists(atPath: scene.store.path))
            }
        }

        @Test("The store is in XDG_DATA_HOME, else below the home folder")
        func folders() async throws {
            try await Scene.with { scene in
                let xdg = scene.folder.appending(path: "xdg").path
                _ = try await scene.runBare(["news", "--limit", "1"], ["XDG_DATA_HOME": xdg])
                _ = try await scene.runBare(["news", "--limit", "1"])
                _ = try await scene.runBare(["news", "--limit", "1"], ["XDG_DATA_HOME": "relative", "HOME": xdg])
                for path in [
                    xdg + "/freshet", scene.folder.path + "/.local/share/freshet", xdg + "/.local/share/freshet",
                ] {
                    #expect(FileManager.default.fileExists(atPath: path + "/freshet.sqlite"))
                }
            }
        }

        @Test(
            "Each command that opens the store takes its database",
            arguments: [
                "unread", "read", "saved", "search x", "mark read --all", "rules list", "rules add mute x",
                "rules remove 1",
                "rules test mute x", "digest", "follow news/top", "unfollow news/top", "following", "export",
                "import -",
                "destinations list", "destinations add desktop", "destinations remove x", "destinations test x",
                "status", "accounts list",
                "accounts add anna", "accounts remove anna", "news", "planet", "quakes", "github octo-sample/harbor",
                "web https://example.org/feed", "serve --port 0",
            ])
        func database(line: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run(line + " --store nonsense")
                #expect(
                    run.status(64) && run.errors.contains("isn't the address of a PostgreSQL database"), "\(run.errors)"
                )
            }
        }

        @Test("The data folder must be given if there is no home folder")
        func homeless() async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare(["news"], ["HOME": ""])
                #expect(run.status(1) && run.errors.contains("--data") && scene.control.requests.isEmpty)
                #expect(try await scene.run("news --limit 1", ["HOME": ""]).status(0))
            }
        }
    }

    @Suite("Color of the output")
    struct Color {
        /// Options, environment, whether a terminal gets colors.
        static let cases: [(option: String, environment: [String: String], isColored: Bool)] = [
            ("", [:], true), ("", ["NO_COLOR": "1"], false), ("", ["CLICOLOR_FORCE": "1"], true),
            ("--color always", ["NO_COLOR": "1"], true), ("--color never", [:], false),
            ("--color never", ["CLICOLOR_FORCE": "1"], false),
        ]

        @Test("Output on a terminal is colored", arguments: cases.indices)
        func terminal(index: Int) async throws {
            let (option, environment, isColored) = Self.cases[index]
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 3")
                let text = try await scene.terminal("news --limit 3 --offline " + option, environment) {
                    $0.terminal.output(until: "stored")
                }
                #expect(text.contains("\u{1B}[33m") == isColored)
            }
        }

        /// Options, environment, whether a pipe gets colors.
        static let pipeCases: [(option: String, environment: [String: String], isColored: Bool)] = [
            ("", [:], false), ("", ["CLICOLOR_FORCE": "1"], true), ("", ["CLICOLOR_FORCE": "0"], false),
            ("--color always", [:], true), ("--color always", ["NO_COLOR": "1"], true),
            ("--color never", ["CLICOLOR_FORCE": "1"], false), ("--json --color always", [:], false),
        ]

        @Test("Output in a pipe is colored only if forced, and without links", arguments: pipeCases.indices)
        func pipe(index: Int) async throws {
            let (option, environment, isColored) = Self.pipeCases[index]
            try await Scene.with { scene in
                let plain = try await scene.run("news --limit 3")
                let run = try await scene.run("news --limit 3 --offline " + option, environment)
                #expect(run.output.contains("\u{1B}[33m") == isColored && !run.output.contains("\u{1B}]8"))
                if isColored { #expect(run.output.withoutEscapes == plain.output) }
            }
        }

        @Test("A dumb terminal gets plain lines")
        func dumb() async throws {
            try await Scene.with { scene in
                let text = try await scene.terminal("news --limit 2", ["TERM": "dumb"]) { program in
                    _ = program.ending()
                    return program.terminal.output(until: "\r\n")
                }
                #expect(text.contains("\t") && !text.contains("\u{1B}"))
            }
        }
    }
}
