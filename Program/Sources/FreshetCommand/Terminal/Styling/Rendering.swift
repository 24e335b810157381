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
