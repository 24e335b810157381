import ArgumentParser

/// `freshet completion`.
struct CompletionCommand: Subcommand {
    /// A shell that scripts are written for.
    enum Shell: String, CaseIterable, Sendable {
        case bash, zsh, fish
    }

    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Prints a script that completes commands in a shell.",
        usage: "freshet completion bash|zsh|fish",
        discussion: """
            Completes commands, options and their values, and your feeds, folders and
            sinks.

            EXAMPLES
              freshet completion bash > ~/.local/share/bash-completion/completions/freshet
              freshet completion zsh > /usr/local/share/zsh/site-functions/_freshet
              freshet completion fish > ~/.config/fish/completions/freshet.fish
            """)

    @Argument(help: ArgumentHelp("bash, zsh or fish.", valueName: "shell"))
    var shell: ChoiceArgument<Shell>

    func run(in context: CommandContext) throws {
        let shell: CompletionShell =
            switch shell.value {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        context.output.writeLine(FreshetCommand.completions(for: shell))
        try context.flushOutput()
    }
}
