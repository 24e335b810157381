import ArgumentParser
import Foundation
import SampleUpstreams
import Search
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("Completions")
    struct Completions {
        @Test("Completions offer the values of arguments and options", arguments: ["bash", "zsh", "fish"])
        func values(shell: String) throws {
            let script = FreshetCommand.completionScript(for: try #require(CompletionShell(rawValue: shell)))
            for value in ["unsaved", "markdown", "webhook", "zsh", "typescript"] { #expect(script.contains(value)) }
            #expect(!script.contains(SampleUpstreamsCommand.name))
        }

        @Test("Completions answer each request that the script makes")
        func requests() async throws {
            try await Scene.with { scene in
                let script = FreshetCommand.completionScript(for: .bash)
                let requests = script.matches(of: /---completion ([a-z ]+ -- [^ ]+)/).map { String($0.1) }
                #expect(requests.contains("unfollow -- positional@0"))
                for request in requests {
                    let run = try await scene.shell("$freshet ---completion \(request) 2 0 freshet ''")
                    #expect(run.status(0) && run.errors.isEmpty, "\(request)")
                    if request == "unfollow -- positional@0" { #expect(run.output.contains("news/top")) }
                }
            }
        }

        @Test("Completions offer the feeds, folders and destinations of the store, and create no store")
        func stored() async throws {
            try await Scene.with { scene in
                let context = CommandContext(
                    variables: scene.environment, output: CommandContext.process.output,
                    errors: CommandContext.process.errors)
                let empty = StoredNames(context, folder: scene.data.path)
                #expect(empty.feeds.contains("news/top") && empty.folders.isEmpty && empty.destinations.isEmpty)
                _ = try await scene.run("follow octo-sample/harbor --folder Code")
                _ = try await scene.run("destinations add desktop")
                let names = StoredNames(context, folder: scene.data.path)
                #expect(names.feeds.first == "github/octo-sample/harbor" && names.feeds.contains("news/top"))
                #expect(names.folders == ["Code"] && names.destinations == ["desktop"])
            }
        }

        @Test("Bash's completions continue an address, which bash splits at its colons")
        func addresses() async throws {
            try await Scene.with { scene in
                let address = "\(scene.upstreams.webURL)/harbor/feed.xml"
                _ = try await scene.runBare(["follow", address])
                let parts = address.split(separator: ":").map(String.init)
                let script = #"""
                    bash -c 'source <("$0" completion bash); PATH=${0%/*}:$PATH
                    COMP_LINE="freshet unread $1"; COMP_POINT=${#COMP_LINE}; COMP_CWORD=6
                    COMP_WORDS=(freshet unread http : "$2" : "${1##*:}")
                    $(complete -p freshet | sed "s/.*-F //; s/ freshet//") freshet "${1##*:}" :
                    printf "%s\n" "${COMPREPLY[@]}"' "$freshet"
                    """#
                let typed = address.dropLast(8)
                #expect(try await scene.shell("\(script) '\(typed)' '\(parts[1])'").lines == [parts[2]])
            }
        }

        @Test("Completions offer the filters of searches and rules, and their values")
        func filters() async throws {
            try await Scene.with { scene in
                _ = try await scene.runBare(["follow", "octo-sample/harbor", "--folder", "Code"])
                func lines(_ typed: String, shell: String = "bash") async throws -> [String] {
                    let words = typed.split(separator: " ", omittingEmptySubsequences: false)
                    let command = words.first == "search" ? "search" : words.prefix(2).joined(separator: " ")
                    return try await scene.shell(
                        """
                        SAP_SHELL=\(shell) $freshet ---completion \(command) -- positional@0 \(words.count) 0 freshet \
                        \(words.dropLast().joined(separator: " ")) '\(words.last ?? "")'
                        """
                    ).lines
                }
                for filter in SearchFilter.all {
                    #expect(try await lines("search swift ").contains(filter.name + ":"))
                    #expect(
                        try await lines("rules test mute ").contains(filter.name + ":")
                            == filter.places.contains(.rule))
                }
                #expect(try await lines("rules add ").first == "mute")
                #expect(
                    try await lines("search is:")
                        == [
                            "is:unread", "is:read", "is:saved", "is:muted", "is:highlighted", "is:labelled", "is:story",
                        ])
                #expect(try await lines("rules test mute is:") == ["is:story"])
                #expect(try await lines("search in:").first == "in:github/octo-sample/harbor")
                #expect(try await lines("search folder:") == ["folder:Code"])
                #expect(try await lines("search author:").isEmpty)
                #expect(try await lines("search ", shell: "zsh").first == #"author\::the author's name"#)
                #expect(try await lines("search is:", shell: "zsh").first == #"is\:unread"#)
                #expect(try await lines("search ", shell: "fish").first == "author:\tthe author's name")
            }
        }

        @Test("Completions in bash and zsh add no space after the colon of a filter")
        func colons() async throws {
            try await Scene.with { scene in
                let script = #"""
                    bash -c 'source <("$0" completion bash); PATH=${0%/*}:$PATH; compopt() { echo "compopt $*"; }
                    COMP_LINE="freshet search $1"; COMP_POINT=${#COMP_LINE}; COMP_CWORD=2
                    COMP_WORDS=(freshet search "$1")
                    $(complete -p freshet | sed "s/.*-F //; s/ freshet//") freshet "$1" search
                    printf "%s\n" "${COMPREPLY[@]}"' "$freshet"
                    """#
                let (name, value) = (
                    try await scene.shell("\(script) autho").lines, try await scene.shell("\(script) is:hi").lines
                )
                #expect(name == ["compopt -o nospace", "author:"] && value == ["highlighted"])
            }
            #expect(FreshetCommand.completionScript(for: .zsh).contains(FreshetCommand.zshDescription))
            #expect(FreshetCommand.completions(for: .zsh).contains("filters -S ''"))
        }

        @Test("Completions of an upstream's command offer the followed feeds that it shows")
        func followed() async throws {
            try await Scene.with { scene in
                for feed in ["octo-sample/harbor", "news/top", "github/trending/swift"] {
                    #expect(try await scene.runBare(["follow", feed]).status(0))
                }
                let run = try await scene.shell("$freshet ---completion github -- positional@0 2 0 freshet ''")
                #expect(run.lines == ["octo-sample/harbor"])
            }
        }

        @Test(
            "The choices after a wrong feed are those of the store that --data names",
            arguments: ["read", "unread", "mark read --feed", "unfollow"])
        func suggested(command: String) async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow octo-sample/harbor")
                let run = try await scene.run("\(command) githb/octo-sample/harbor")
                #expect(run.status(64) && run.errors.contains("Did you mean “github/octo-sample/harbor”"))
            }
        }
    }
}
