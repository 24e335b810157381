import Harness

@main
enum Main {
    static let cases: [Case] =
        subjects + mapFilter + longChains + flatMaps + combineLatests + merging + pairing + hopping + subscribing

    static func main() async {
        guard let arguments = Arguments(Array(CommandLine.arguments.dropFirst())) else { return print(Arguments.help) }
        let wanted = cases.filter { arguments.wants($0.name) }.map(arguments.contenders)
        if arguments.list { return wanted.forEach { print($0.name) } }
        if let repetitions = arguments.repetitions {
            for contender in wanted.flatMap(\.contenders) { _ = await contender.run(repetitions) }
            return
        }
        if !arguments.json, !wanted.isEmpty { Table.printHead() }
        var summary = Summary(facts: rxSwiftFacts)
        for benchmark in wanted {
            let rows = Row.rows(benchmark, await arguments.measuring.run(benchmark))
            for row in rows { arguments.json ? JSONLines.printRow(row) : Table.printRow(row) }
            summary.add(rows)
        }
        if !arguments.json { summary.print() }
        if !arguments.json { Memory.print(arguments) }
    }
}
