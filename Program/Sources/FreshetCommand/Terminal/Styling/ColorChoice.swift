/// The values of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never

    /// Whether to style an output.
    ///
    /// `--color always` and `never` override the environment. Otherwise a nonempty `NO_COLOR` means never (no-color.org), then a
    /// `CLICOLOR_FORCE` that is neither empty nor "0" means always (bixense.com/clicolors), then the configuration decides, then only a
    /// terminal that isn't dumb is styled.
    ///
    /// - Parameters:
    ///   - chosen: the value of `--color`; nil if it wasn't given. With `auto` the configuration isn't asked.
    ///   - configured: the configuration file's.
    static func isColored(
        _ chosen: ColorChoice?, configured: ColorChoice = .auto, environment: [String: String], isTerminal: Bool
    ) -> Bool {
        if let isColored = chosen?.isColored { return isColored }
        if environment["NO_COLOR"]?.isEmpty == false { return false }
        if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
        if chosen == nil, let isColored = configured.isColored { return isColored }
        return isTerminal && environment["TERM"] != "dumb"
    }

    private var isColored: Bool? {
        switch self {
        case .always: true
        case .never: false
        case .auto: nil
        }
    }
}
