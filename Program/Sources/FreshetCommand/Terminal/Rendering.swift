/// Renders styled text with the control sequences that an output understands.
struct Rendering: Hashable, Sendable {
    var isColored: Bool
    var isLinked: Bool

    static let plain = Rendering(isColored: false, isLinked: false)

    init(isColored: Bool, isLinked: Bool) {
        self.isColored = isColored
        self.isLinked = isLinked
    }

    /// Links appear on a terminal only, even with `--color always`: in a file they would be noise.
    init(
        _ choice: ColorChoice?, configured: ColorChoice = .auto, environment: [String: String], isTerminal: Bool
    ) {
        isColored = ColorChoice.isColored(
            choice, configured: configured, environment: environment, isTerminal: isTerminal)
        isLinked = isColored && isTerminal && environment["TERM"] != "dumb"
    }

    /// Each run resets its style, so that a line leaves no style on.
    func render(_ text: StyledText) -> String {
        text.runs.reduce(into: "") { result, run in
            let styled = isColored ? run.style.applied(to: run.text.string) : run.text.string
            if isLinked, let link = run.link { result += link.applied(to: styled) } else { result += styled }
        }
    }
}

/// The values of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never

    /// Returns true if an output is styled.
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
