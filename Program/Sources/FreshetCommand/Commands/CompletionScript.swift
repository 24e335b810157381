import ArgumentParser

extension FreshetCommand {
    /// The completion script for a shell.
    static func completions(for shell: CompletionShell) -> String {
        let script = completionScript(for: shell)
        return shell == .bash ? script + "\n" + bashAddresses : script
    }

    /// Replaces bash's completion function by one that joins the parts of an address. Bash completes only the last part.
    private static let bashAddresses = #"""
        # Bash splits words at colons, which addresses contain.
        _freshet_with_addresses() {
            local line="${COMP_LINE:0:COMP_POINT}"
            local cur="${line##*[[:blank:]]}"
            if [[ "${cur}" != *:* || "${COMP_WORDBREAKS}" != *:* ]]; then
                _freshet "$@"
                return
            fi
            read -ra COMP_WORDS <<< "${line}"
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _freshet "${COMP_WORDS[0]}" "${cur}" "${COMP_WORDS[COMP_CWORD - 1]}"
            local prefix="${cur%"${cur##*[:=@]}"}"
            COMPREPLY=("${COMPREPLY[@]#"${prefix}"}")
        }
        complete -o filenames -F _freshet_with_addresses freshet
        """#
}
