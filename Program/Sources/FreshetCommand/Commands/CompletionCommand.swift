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
            destinations.

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

extension FreshetCommand {
    /// The completion script for a shell.
    static func completions(for shell: CompletionShell) -> String {
        let script = completionScript(for: shell)
        return switch shell {
        case .bash: script + "\n" + bashAddresses
        case .zsh: script.replacing(zshDescription, with: zshFilters)
        default: script
        }
    }

    /// The line of zsh's script that adds completions.
    static let zshDescription = "_describe -V '' non_empty_completions --"

    /// Adds no space after a filter such as `author:`, whose value comes right after the colon.
    private static let zshFilters = #"""
        local -ar filters=("${(@M)non_empty_completions:#[^:]##\\:(|:*)}")
            local -ar others=("${(@)non_empty_completions:#[^:]##\\:(|:*)}")
            _describe -V '' others -- filters -S '' --
        """#

    /// Replaces bash's completion function by one that joins the parts of an address. Bash completes only the last part.
    private static let bashAddresses = #"""
        # Bash splits words at colons, which addresses contain.
        _freshet_with_addresses() {
            local line="${COMP_LINE:0:COMP_POINT}"
            local cur="${line##*[[:blank:]]}"
            if [[ "${cur}" != *:* || "${COMP_WORDBREAKS}" != *:* ]]; then
                _freshet "$@"
            else
                read -ra COMP_WORDS <<< "${line}"
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _freshet "${COMP_WORDS[0]}" "${cur}" "${COMP_WORDS[COMP_CWORD - 1]}"
                local prefix="${cur%"${cur##*[:=@]}"}"
                COMPREPLY=("${COMPREPLY[@]#"${prefix}"}")
            fi
            # The value of a search's filter comes right after the colon.
            if [[ "${COMPREPLY[0]}" == *: ]]; then compopt -o nospace 2> /dev/null; fi
        }
        complete -o filenames -F _freshet_with_addresses freshet
        """#
}
