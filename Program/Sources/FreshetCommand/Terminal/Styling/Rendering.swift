/// What an output understands: decides which control sequences styled text becomes.
struct Rendering: Hashable, Sendable {
    var isColoured: Bool
    var isLinked: Bool

    static let plain = Rendering(isColoured: false, isLinked: false)

    init(isColoured: Bool, isLinked: Bool) {
        self.isColoured = isColoured
        self.isLinked = isLinked
    }

    /// Links only where text is styled on a real terminal: unlike colours they would be noise in a file, whatever `--color` says.
    init(_ choice: ColourChoice, environment: [String: String], isTerminal: Bool) {
        isColoured = choice.isColoured(environment: environment, isTerminal: isTerminal)
        isLinked = isColoured && isTerminal && environment["TERM"] != "dumb"
    }

    /// Each run closes what it opens, so that a line leaves nothing switched on.
    func render(_ text: StyledText) -> String {
        text.runs.reduce(into: "") { result, run in
            let styled = isColoured ? run.style.applied(to: run.text.string) : run.text.string
            if isLinked, let link = run.link { result += link.applied(to: styled) } else { result += styled }
        }
    }
}
