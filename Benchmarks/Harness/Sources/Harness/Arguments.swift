/// The parsed command line.
public struct Arguments: Sendable {
    public var filter: String?
    public var contender: String?
    public var json = false
    public var list = false
    public var isQuick = false
    public var repetitions: Int?
    public var measuring = Measuring()

    public static let help = """
        usage: benchmarks [--filter TEXT] [--contender TEXT] [--rounds N] [--milliseconds N] [--quick] [--repetitions N] [--json] [--list]
          --filter TEXT      only the cases whose name contains TEXT
          --contender TEXT   only the contenders whose name contains TEXT: for a profile
          --rounds N         how many interleaved rounds (9)
          --milliseconds N   how long a contender runs in a round (30)
          --quick            2 rounds of 2 milliseconds: shows that everything runs, and measures nothing
          --repetitions N    run each contender once, N times over, and measure nothing: for `perf stat` and callgrind
          --json             one JSON object a line instead of a table
          --list             the names of the cases
        """

    /// Parses the arguments. Returns nil and prints the reason if they are invalid.
    public init?(_ words: [String]) {
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "--json": json = true
            case "--list": list = true
            case "--filter": filter = words.popFirst()
            case "--contender": contender = words.popFirst()
            case "--rounds":
                guard let rounds = words.popFirst().flatMap(Int.init), rounds > 0 else { return nil }
                measuring.rounds = rounds
            case "--milliseconds":
                guard let time = words.popFirst().flatMap(Int.init), time > 0 else { return nil }
                measuring.roundTime = .milliseconds(time)
            case "--repetitions":
                guard let repetitions = words.popFirst().flatMap(Int.init), repetitions > 0 else { return nil }
                self.repetitions = repetitions
            case "--quick":
                isQuick = true
                measuring = Measuring(rounds: 2, roundTime: .milliseconds(2))
            default: return nil
            }
        }
    }

    public func wants(_ name: String) -> Bool { name.matches(filter) }

    /// Returns the case with the selected contenders.
    public func contenders(of benchmark: Case) -> Case {
        Case(benchmark, contenders: benchmark.contenders.filter { $0.name.matches(contender) })
    }
}

extension String {
    /// Returns true if this string contains `text`, ignoring case; true if `text` is nil.
    fileprivate func matches(_ text: String?) -> Bool {
        text.map { lowercased().contains($0.lowercased()) } ?? true
    }
}
