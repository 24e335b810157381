/// What `--color` takes.
enum ColourChoice: String, CaseIterable, Sendable {
    case auto, always, never

    /// Whether to style what goes to an output.
    ///
    /// `--color always` and `never` beat the environment. Else a non-empty `NO_COLOR` means never (no-color.org), then a `CLICOLOR_FORCE` that is neither
    /// empty nor "0" means always (bixense.com/clicolors), then only a terminal that is not dumb is styled.
    func isColoured(environment: [String: String], isTerminal: Bool) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if environment["NO_COLOR"]?.isEmpty == false { return false }
        if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
        return isTerminal && environment["TERM"] != "dumb"
    }
}
