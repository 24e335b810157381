/// The values of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never

    /// Whether to style an output.
    ///
    /// `--color always` and `never` override the environment. Otherwise a nonempty `NO_COLOR` means never (no-color.org), then a
    /// `CLICOLOR_FORCE` that is neither empty nor "0" means always (bixense.com/clicolors), then only a terminal that isn't dumb is styled.
    func isColored(environment: [String: String], isTerminal: Bool) -> Bool {
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
