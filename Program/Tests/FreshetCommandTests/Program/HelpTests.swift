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
    @Suite("The program's help")
    struct ProgramHelpTests {
        @Test(
            "The program's help fits on a screen, names every command and its further topics",
            arguments: ["--help", "-h", "help"])
        func screen(word: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare([word], ["COLUMNS": "80"])
                let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                #expect(run.status(0) && run.errors.isEmpty && lines.count <= 42, "\(lines.count)")
                #expect(lines.allSatisfy { String($0).columns <= 80 })
                try #require(!FreshetCommand.configuration.subcommands.isEmpty && !ProgramHelp.topics.isEmpty)
                for command in FreshetCommand.configuration.subcommands {
                    // Each in one line.
                    let (name, abstract) = (command.configuration.commandName ?? "", command.configuration.abstract)
                    #expect(lines.contains { $0.hasPrefix("  \(name) ") && $0.hasSuffix(" " + abstract) }, "\(name)")
                }
                for topic in ProgramHelp.topics { #expect(lines.last?.contains(topic.name) == true) }
                #expect(!run.output.contains(SampleUpstreamsCommand.name))
            }
        }

        @Test("The program's help explains the environment, the exit statuses and examples by name")
        func topics() async throws {
            try await Scene.with { scene in
                let environment = try await scene.runBare(["help", "environment"]).output
                let upstreams = FeedCatalog.all.upstreams
                let variables = upstreams.compactMap(\.addressVariable) + upstreams.flatMap(\.tokenVariables)
                for word in variables + ["XDG_DATA_HOME", "FRESHET_STORE", "NO_PROXY"] {
                    #expect(environment.contains(word))
                }
                let statuses = try await scene.runBare(["help", "exit-codes"]).output
                for status in ["0 ", "1 ", "4 ", "64 ", "75 ", "129", "130 ", "143"] {
                    #expect(statuses.contains(status))
                }
                #expect(try await scene.runBare(["help", "examples"]).output.contains("freshet follow "))
                #expect(try await scene.runBare(["help", "health"]).output.contains("freshet health [--port PORT]"))
                for text in [environment, statuses] {
                    #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= 80 })
                }
            }
        }

        /// Every command, with those below it.
        private static let commands: [(path: [String], command: any ParsableCommand.Type)] = {
            var all: [(path: [String], command: any ParsableCommand.Type)] = []
            func add(_ command: any ParsableCommand.Type, below path: [String]) {
                let path = path + [command.configuration.commandName ?? ""]
                all.append((path, command))
                for inner in command.configuration.subcommands { add(inner, below: path) }
            }
            for command in FreshetCommand.configuration.subcommands + FreshetCommand.hidden { add(command, below: []) }
            return all
        }()

        @Test("The help of each command breaks no line twice at 80 columns", arguments: commands.map(\.path))
        func lines(path: [String]) throws {
            let command = try #require(Self.commands.first { $0.path == path }?.command)
            let help = command.helpMessage(columns: 80).split(separator: "\n").map(String.init)
            let written = command.configuration.discussion.split(separator: "\n").map(String.init)
            #expect(written.allSatisfy { help.contains($0) })
            #expect(help.allSatisfy { $0.columns <= 80 })
        }

        @Test("Each command's help has only examples that the program accepts", arguments: commands.map(\.path))
        func examples(path: [String]) throws {
            let command = try #require(Self.commands.first { $0.path == path }?.command)
            for line in command.configuration.discussion.split(separator: "\n") where line.hasPrefix("  freshet") {
                let commands = typedCommands(in: String(line))
                try #require(!commands.isEmpty)
                for words in commands { #expect(throws: Never.self) { try accept(words) } }
            }
        }

        @Test("The topic of examples has only examples that the program accepts")
        func topicExamples() throws {
            let help = try #require(ProgramHelp.text(for: ["help", "examples"], []))
            let lines = help.split(separator: "\n").filter { $0.hasPrefix("  freshet") }
            #expect(lines.count > 8)
            for line in lines {
                let commands = typedCommands(in: String(line))
                try #require(!commands.isEmpty)
                for words in commands { #expect(throws: Never.self) { try accept(words) } }
            }
        }
    }

    @Suite("A suggestion in an error message")
    struct Suggestions {
        @Test(
            "A suggested command is one that the program accepts",
            arguments: [
                "add https://example.org/feed", "subscribe 'a b'", "ls", "list", "refresh", "sync", "update",
                "rm news/top",
                "star 8863", "starred", "mute tidy", "find swift", "version", "tui", "opml", "--plain news top",
                "https://example.org/feed", "catchup", "settings", "server",
            ])
        func hints(line: String) throws {
            let words = try #require(typedCommands(in: "freshet " + line).first)
            let error = #expect(throws: (any Error).self) { try FreshetCommand.command(words) }
            let message = WrongUsage(try #require(error)).lines[0]
            let start = try #require(message.firstRange(of: ": freshet")?.lowerBound)
            let suggestion = String(message[start...].dropFirst(2))
            let commands = typedCommands(in: suggestion)
            try #require(!commands.isEmpty)
            for words in commands { #expect(throws: Never.self) { try accept(words) } }
        }

        @Test(
            "Commands of other readers are answered with the program's own",
            arguments: ["add", "ls", "refresh", "sync"])
        func others(word: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare([word])
                #expect(run.status(64) && run.output.isEmpty)
                #expect(
                    run.errors.hasPrefix("freshet: There is no command “\(word)”. To ")
                        && run.errors.contains(": freshet "))
            }
        }

        @Test("An option is suggested only if it resembles the typed one")
        func options() async throws {
            try await Scene.with { scene in
                let far = try await scene.runBare(["unread", "--watch"]).errors
                #expect(far == "freshet: Unknown option --watch.\nFor help: freshet unread --help\n")
                let near = try await scene.runBare(["unread", "--limti", "3"]).errors
                #expect(near.hasPrefix("freshet: Unknown option --limti. Did you mean --limit?"))
                #expect(!near.contains("'"))
            }
        }

        @Test(
            "A suggested search is one that the program accepts",
            arguments: [
                "has:enclosure", "has:unread", "-has:saved", "before:yesterday", "before:7d", "until:2026-01-31",
                "autor:mira", "by:\"Jo Ann\"", "score:many", "votes:>3", "type:push", "feed:news/top",
                "titel:x", "near:9", "after:never", "nosuch:x", "area:big", "from:\"a b\"", "quake:x", "slope:x",
            ])
        func searches(word: String) throws {
            let error = #expect(throws: SearchSyntaxError.self) { try SearchQuery(parsing: word) }
            let message = try #require(error?.description)
            let suggested = suggestions(in: message)
            #expect(!suggested.isEmpty, "\(message)")
            for term in suggested { #expect(throws: Never.self, "\(message)") { _ = try SearchQuery(parsing: term) } }
        }

        /// The terms after “Use”, or after “as in”.
        private func suggestions(in message: String) -> [String] {
            let start = message.firstRange(of: ", as in ") ?? message.firstRange(of: "Use ")
            guard let start else { return [] }
            let list = message[start.upperBound...].dropLast()
            return list.replacing(", ", with: "\u{0}").replacing(" or ", with: "\u{0}").split(separator: "\u{0}").map(
                String.init)
        }
    }
}

/// The program's commands in a line of shell, with their words.
private func typedCommands(in line: String) -> [[String]] {
    // Explanations are apart from the command.
    let line = line.trimmingCharacters(in: .whitespaces).split(separator: "  ").first.map(String.init) ?? ""
    var words: [[String]] = [[]]
    var word: String?
    var quote: Character?
    for character in line + " " {
        if let open = quote {
            if character == open { quote = nil } else { word = (word ?? "") + String(character) }
        } else if character == "'" || character == "\"" {
            quote = character
            word = word ?? ""
        } else if character == " " {
            if let ended = word { words[words.count - 1].append(ended) }
            word = nil
        } else if "|>&".contains(character) {
            words.append([])
        } else {
            word = (word ?? "") + String(character)
        }
    }
    return words.filter { $0.first == "freshet" }.map { Array($0.dropFirst()) }
}

/// Fails unless the program's parser accepts the words; what they ask for isn't done.
private func accept(_ words: [String]) throws {
    do { _ = try FreshetCommand.command(words) } catch {
        if FreshetCommand.exitCode(for: error).isSuccess { return }
        throw CommandFailure("\(words): \(WrongUsage(error).lines)")
    }
}
