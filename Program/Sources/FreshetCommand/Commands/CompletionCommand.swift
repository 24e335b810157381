import ArgumentParser
import Catalog
import FeedStore
import Feeds

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `freshet completion`.
struct CompletionCommand: SurroundedCommand {
    /// A shell that scripts are written for.
    enum Shell: String, CaseIterable, Sendable {
        case bash, zsh, fish
    }

    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Prints a script that completes commands in a shell.",
        usage: "freshet completion bash|zsh|fish",
        discussion: """
            Completes commands, options, lists, categories and the feeds you follow.

            EXAMPLES
              freshet completion bash > ~/.local/share/bash-completion/completions/freshet
              freshet completion zsh > /usr/local/share/zsh/site-functions/_freshet
              freshet completion fish > ~/.config/fish/completions/freshet.fish
            """)

    @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
    var shell: Choice<Shell>

    func run(in surroundings: Surroundings) throws {
        let shell: CompletionShell =
            switch shell.value {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        surroundings.output.writeLine(FreshetCommand.completionScript(for: shell))
        surroundings.output.flush()
    }
}

extension CompletionKind {
    /// The keys of followed feeds, then of those that menus offer.
    static var feeds: CompletionKind { .custom { _, _, _ in Self.feedKeys } }

    private static var feedKeys: [String] {
        let offered = FeedCatalog.all.upstreams.flatMap { $0.menu.map(\.feed.key.rawValue) }
        // Without a folder, or with a store that can't be read, only the feeds of the menus are offered.
        let folder = try? Surroundings.process.configured().dataFolder(nil)
        let file = folder?.appending(path: "freshet.sqlite", directoryHint: .notDirectory)
        guard let file, FileManager.default.fileExists(atPath: file.path(percentEncoded: false)),
            let followed = try? SQLiteFeedStore(at: file).followed().map(\.feed.rawValue)  // see above
        else { return offered }
        return followed + offered.filter { !followed.contains($0) }
    }
}
