/// What the command line asks for.
struct Arguments: Sendable {
    var filter: String?
    var json = false
    var list = false
    var measuring = Measuring()

    static let help = """
        usage: Benchmarks [--filter TEXT] [--rounds N] [--milliseconds N] [--json] [--list]
          --filter TEXT      only the cases whose name contains TEXT
          --rounds N         how many interleaved rounds (9)
          --milliseconds N   how long a contender runs in a round (30)
          --json             one JSON object a line instead of a table
          --list             the names of the cases
        """

    /// Nil, with the reason printed, if the words make no sense.
    init?(_ words: [String]) {
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "--json": json = true
            case "--list": list = true
            case "--filter": filter = words.popFirst()
            case "--rounds":
                guard let rounds = words.popFirst().flatMap(Int.init), rounds > 0 else { return nil }
                measuring.rounds = rounds
            case "--milliseconds":
                guard let time = words.popFirst().flatMap(Int.init), time > 0 else { return nil }
                measuring.roundTime = .milliseconds(time)
            default: return nil
            }
        }
    }

    func wants(_ name: String) -> Bool { filter.map { name.lowercased().contains($0.lowercased()) } ?? true }
}
