import ArgumentParser
import Catalog
import Feeds
import Foundation
import SampleUpstreams
import Search
import Testing
import WebText

@testable import FreshetCommand

extension ProgramTests {
    @Suite("A wrong command")
    struct Usage {
        /// A typed command, and the words that the answer must contain.
        static let wrongGitHub: [(line: String, says: String)] = [
            ("github a/b/c/d", "OWNER/NAME"),
            ("github", "Give exactly one"), ("github octo-sample/harbor --repositories", "Give exactly one"),
            ("github octo-sample/harbor --trending swift", "Give exactly one"), ("github --trending", "--trending"),
            ("github --trending sw\"ift", "quotation marks"), ("github octo-sample/harbor --limit 301", "300"),
        ]

        static let wrongPlanet: [(line: String, says: String)] = [
            ("planet wildfire", "Did you mean “wildfires”"), ("planet volcano", "Did you mean “volcanoes”"),
            ("planet xyzzy", "severeStorms"), ("planet --days 0", "1 and 360"), ("planet --days 361", "1 and 360"),
            ("planet --days -3", "1 and 360"), ("planet --days ten", "--days must be a whole number, not “ten”."),
            ("planet --order points", "rank"),
        ]

        static let wrongNews: [(line: String, says: String)] = [
            ("news tops", "Did you mean “top”"), ("news tpo", "Did you mean “top”"),
            ("news xyzzy", "top, new, best, ask, show, jobs"),
            ("news --limit -1", "at least 1"), ("news --limit 0", "at least 1"),
            ("news --limit x", "--limit must be a whole number, not “x”."),
            ("news --limit 501", "500"),
            ("news --order rnk", "Did you mean “rank”"),
            ("news 8863 --order points", "--order must be rank or newest, not “points”."),
            ("news --offline --refresh", "Choose one"),
            ("news --color pink", "--color must be auto, always or never, not “pink”."),
            ("news --frob", "--frob"), ("news top best", "best"),
        ]

        static let wrongMarks: [(line: String, says: String)] = [
            ("mark", "mark"), ("mark read", "Nothing to mark"), ("mark read - 1", "Choose one"),
            ("mark read --undo 7", "--undo"),
            ("mark raed 1", "MARK must be read, unread, saved or unsaved, not “raed”."),
            ("mark read --all 1", "Choose one"),
            ("mark read --before never", "--before must be a date such as 2026-01-31"),
            ("mark read --all --feed news/top", "--all and --feed can't be used together. Choose one."),
            ("mark read --folder A --search x", "--folder and --search can't be used together. Choose one."),
            ("mark read --search x 1", "Ids can't be used together with --search. Choose one."),
            ("mark read --search points:many", "points:many: expected a number"),
            ("mark read --search x --before 7d", "such as -since:7d"),
        ]

        static let wrongOthers: [(line: String, says: String)] = [
            ("status --frob", "--frob"), ("follow", "address"), ("follow news/top --every often", "30m"),
            ("unfollow", "feed"),
            ("search", "query"), ("search points:many", "points"),
            ("search by:tidy", "There is no filter by:. Use author:tidy."),
            ("digest --since yesterday", "--since must be an age such as 12h"),
            ("serve --port http", "--port must be a number from 0 to 65535, not “http”."),
            ("search a --sort size", "size"),
            ("digest --as text --json", "Choose one"), ("export --opml --json", "Choose one"),
            ("destinations add ntfy", "Give the topic's address"),
            ("unread --limit 0", "at least 1"), ("unread news/top --folder A", "Choose one"),
        ]

        @Test("A wrong command of GitHub is refused before any request, with the correct form", arguments: wrongGitHub)
        func gitHub(line: String, says: String) async throws { try await expectRefusal(line, says) }

        @Test("A wrong command of EONET is refused before any request, with the correct form", arguments: wrongPlanet)
        func planet(line: String, says: String) async throws { try await expectRefusal(line, says) }

        @Test(
            "A wrong command of Hacker News is refused before any request, with the correct form", arguments: wrongNews)
        func news(line: String, says: String) async throws { try await expectRefusal(line, says) }

        @Test("A wrong command of marks is refused before any request, with the correct form", arguments: wrongMarks)
        func marks(line: String, says: String) async throws { try await expectRefusal(line, says) }

        @Test(
            "A command that shows no feed is refused before any request, with the correct form", arguments: wrongOthers)
        func others(line: String, says: String) async throws { try await expectRefusal(line, says) }

        /// Two lines, with status 64: the reason, and where to find help.
        private func expectRefusal(_ line: String, _ says: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run(line)
                #expect(run.status(64) && run.output.isEmpty)
                #expect(run.errors.hasPrefix("freshet: ") && run.errors.contains(says))
                #expect(scene.control.requests.isEmpty && !FileManager.default.fileExists(atPath: scene.store.path))
                let lines = run.errors.split(separator: "\n")
                let command = line.split(separator: " ")[0]
                #expect(lines.count == 2)
                let help = try #require(lines.last)
                #expect(help.hasPrefix("For help: freshet \(command) ") && help.hasSuffix(" --help"))
            }
        }

        @Test(
            "Options before a command are answered with the right order",
            arguments: [
                ("--data d unread", "freshet unread --data d"), ("--plain news top", "freshet news top --plain"),
                ("--limit 3 search swift", "freshet search swift --limit 3"),
            ])
        func order(line: String, right: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare(line.split(separator: " ").map(String.init))
                #expect(run.status(64) && run.output.isEmpty)
                #expect(run.errors.hasPrefix("freshet: Put options after the command: \(right)\n"))
            }
        }

        @Test("An empty --data is refused, and the current folder isn't used", arguments: ["unread", "serve"])
        func emptyFolder(command: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare([command, "--data", ""])
                #expect(run.status(64) && run.output.isEmpty && run.errors.contains("--data is empty"))
                let line = "cd \"$HOME\" && $freshet \(command) --data '' ; ls freshet.sqlite"
                #expect(try await scene.shell(line).errors.contains("freshet.sqlite"))
            }
        }

        @Test("An unknown feed or folder is answered with the followed ones")
        func followed() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow octo-sample/harbor --folder Code")
                for line in ["unread nosuch", "mark read --feed nosuch", "unfollow nosuch"] {
                    #expect(try await scene.run(line).errors.contains("github/octo-sample/harbor"))
                }
                for name in ["code", "Nope"] {
                    let run = try await scene.run("unread --folder " + name)
                    #expect(run.status(64) && run.errors.contains("There is no folder “\(name)”. Did you mean “Code”?"))
                }
            }
        }

        @Test("A command with an unknown name is refused")
        func command() async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare(["frob"])
                #expect(run.status(64) && run.errors.contains("frob") && run.errors.contains("freshet --help"))
            }
        }

        @Test("An unknown word is answered with the nearest name", arguments: ["nws", "help nws", "help nonsense"])
        func nearest(line: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare(line.split(separator: " ").map(String.init))
                #expect(run.status(64) && run.output.isEmpty && run.errors.contains("There is no command"))
                #expect(run.errors.contains("Did you mean “news”") == line.hasSuffix("nws"))
            }
        }

        @Test(
            "An unknown subcommand is answered with the nearest one",
            arguments: [
                ("rules ad mute x", "add"), ("destinations ad", "add"), ("sessions revok", "revoke"),
                ("help rules tst", "test"),
            ])
        func subcommand(line: String, nearest: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare(line.split(separator: " ").map(String.init))
                #expect(run.status(64) && run.output.isEmpty && run.errors.contains("Did you mean “\(nearest)”"))
                #expect(try await scene.runBare(["help", "rules", "add"]).status(0))
            }
        }

        @Test(
            "A command on a feed that doesn't exist is refused", arguments: ["unread", "unfollow", "mark read --feed"])
        func feed(line: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run(line + " newstop")
                #expect(run.status(64) && run.output.isEmpty && run.errors.contains("Did you mean “news/top”"))
                #expect(!FileManager.default.fileExists(atPath: scene.store.path))
            }
        }

        @Test(
            "A wrong command of the sample upstreams is refused",
            arguments: ["--port 70000", "--port x", "--latency -1", "--seed x"])
        func upstreams(options: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare(
                    ["sample-upstreams"] + options.split(separator: " ").map(String.init))
                #expect(run.status(64) && run.errors.hasPrefix("freshet: "))
            }
        }
    }

    @Suite("The options --help and --version")
    struct Help {
        static let feedCommands: [String] = FeedCatalog.all.upstreams.map(\.id)
        static let readerCommands = ["unread", "saved", "mark", "search", "follow", "unfollow", "following"]

        @Test(
            "--help teaches by example, without the exit statuses",
            arguments: ["status", "demo"] + Self.feedCommands + Self.readerCommands)
        func help(command: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare([command, "--help"])
                #expect(run.status(0) && run.errors.isEmpty)
                #expect(run.output.contains("EXAMPLES") && run.output.contains("freshet \(command)"))
                #expect(!run.output.contains("EXIT STATUS"))
            }
        }

        @Test("--help of search lists each filter, and that of rules names those that rules can't use")
        func filters() async throws {
            try await Scene.with { scene in
                let search = try await scene.runBare(["search", "--help"])
                let rules = try await scene.runBare(["rules", "--help"])
                for filter in SearchFilter.all {
                    #expect(search.lines.contains { $0.hasPrefix("  \(filter.examples[0]) ") })
                }
                try #require(!SearchFilter.terms.isEmpty)
                for term in SearchFilter.terms {
                    let examples = term.examples.joined(separator: ", ")
                    let line = try #require(search.lines.first { $0.hasPrefix("  \(examples) ") })
                    #expect(line.hasSuffix("  " + term.meaning))
                }
                #expect(rules.output.contains("except is: other than is:story and label:."))
            }
        }

        @Test(
            "--help keeps to 80 columns",
            arguments: ["status", "demo"] + Self.feedCommands + Self.readerCommands)
        func width(command: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare([command, "--help"], ["COLUMNS": "80"])
                #expect(run.lines.allSatisfy { $0.columns <= 80 })
                // A line of an example that was broken would begin at the margin.
                let examples = run.output.split(separator: "\n\n").first { $0.hasPrefix("EXAMPLES") } ?? ""
                #expect(examples.split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix("  freshet") })
            }
        }

        @Test("--help names the feeds that refuse some of a command's orders, and those that they take")
        func orders() throws {
            for upstream in FeedCatalog.all.upstreams { try expectOrders(of: upstream.arguments, upstream.menu) }
        }

        private func expectOrders<Arguments: FeedArguments>(of _: Arguments.Type, _ menu: [MenuLink]) throws {
            let help = FeedCommand<Arguments>.helpMessage(columns: 1000)
            let line = try #require(help.split(separator: "\n").first { $0.contains("--order <order>") })
            let words = line.split { !$0.isLetter }.map(String.init)
            let feeds = menu.map(\.feed) + Arguments.orderGroups.map(\.feed)
            let unexplained = feeds.filter { feed in
                let orders = feed.controls.orders.map(\.id)
                let refused = words.filter {
                    ["rank", "newest", "points", "magnitude"].contains($0) && !orders.contains($0)
                }
                let isNamed = Arguments.orderGroups.contains { group in
                    group.feed.controls.orders.map(\.id) == orders
                        && line.contains("\(group.name): \(orders.alternatives).")
                }
                return !refused.isEmpty && !isNamed
            }
            #expect(unexplained.isEmpty, "\(unexplained.map(\.key)): \(line)")
        }

        @Test("--help begins each usage line with the program's name")
        func usage() {
            var commands: [any ParsableCommand.Type] = FreshetCommand.configuration.subcommands
            while let command = commands.popLast() {
                let lines = (command.configuration.usage ?? "").split(separator: "\n")
                #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("freshet ") })
                commands += command.configuration.subcommands
            }
        }

        @Test("--help shows default values as they are typed")
        func defaults() async throws {
            try await Scene.with { scene in
                let help = try await scene.runBare(["digest", "--help"], ["COLUMNS": "160"]).output
                #expect(help.contains("(default: 24h)"))
            }
        }

        @Test(
            "--help lists as many fields as a pipe has",
            arguments: [
                ("github", "octo-sample/harbor"), ("planet", ""), ("planet", "wildfires"), ("news", "top"),
                ("quakes", ""),
            ])
        func fields(command: String, feed: String) async throws {
            try await Scene.with { scene in
                let fields = PipeFields(FeedCatalog.all.upstreams.first { $0.id == command })
                let help = try await scene.runBare([command, "--help"]).output
                #expect(help.contains("In a pipe the fields are " + fields.tables[0].prefix(3).joined(separator: ", ")))
                let printed = try await scene.run("\(command) \(feed) --limit 1").fields
                #expect(printed.count >= 1 && fields.tables.map(\.count).contains(printed[0].count))
            }
        }

        @Test("--version prints the version alone")
        func version() async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare(["--version"])
                #expect(run.status(0) && run.output == Version.current + "\n")
            }
        }
    }
}
